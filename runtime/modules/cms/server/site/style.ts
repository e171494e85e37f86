/** The style of the reading pages, in addition to that of all public pages. Colors are those of the theme. */
export const siteStyle = `
header{padding-block:.875rem}header nav{flex:1}header nav .way-end{margin-inline-start:auto}header a,footer a{
display:inline-block;padding-block:.25rem;text-decoration:none;color:inherit}header a:hover,footer a:hover,
.facts a:hover,.name a:hover{text-decoration:underline}header>a{font-size:1.125rem}header [aria-current]{
color:var(--text);font-weight:600}body>*:not(main){max-width:72rem}main{padding:2.5rem clamp(1.25rem,5vw,
3.5rem) 3rem}body:has(.wide)>main{max-width:72rem}h1{font-size:clamp(1.75rem,1.3rem + 2vw,2.375rem);
letter-spacing:-.012em;text-wrap:balance}h2{font-size:1.25rem}h1+*{margin-top:0}.facts,.quiet,.lead{
color:var(--muted)}.lead{font-size:1.125rem;margin-top:-.5rem}.facts{display:flex;flex-wrap:wrap;
gap:.125rem .875rem;margin:.25rem 0;font-size:.875rem}.facts a{color:inherit;text-decoration:none}.price{
color:var(--text)}.wide{display:grid;gap:2.5rem}.wide>*{min-width:0}@media (min-width:60rem){.wide{
grid-template-columns:minmax(0,1fr) 17rem}}aside h2,.main>section>h2{font-size:1rem;margin:1.75rem 0 .5rem}
.cards{list-style:none;margin:0;padding:0}.cards>li{display:flex;gap:1.5rem;justify-content:space-between;
padding:1.25rem 0;border-top:1px solid var(--line)}.cards>li:first-child{border-top:0;padding-top:.25rem}
.cards>li>div{min-width:0;flex:1}.cards .name{margin:.125rem 0;font-size:1.25rem;line-height:1.4}.cards .bold{
font-weight:800}.cards .name a{color:var(--text);text-decoration:none}.cards a:visited{color:inherit}.cards p{
margin:.25rem 0}.cards div>p:not(.facts){color:var(--muted);display:-webkit-box;overflow:clip;
-webkit-box-orient:vertical;-webkit-line-clamp:3}.cards img,.tiles img{display:block;object-fit:cover;
border-radius:6px;background:var(--ground)}.cards img{width:10.5rem;height:7rem}.products .cards,
.doubleColumnList .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));
gap:1rem 1.5rem}.bigPicList .cards>li,.products .cards>li,.doubleColumnList .cards>li{
flex-direction:column-reverse;justify-content:flex-end;border-top:0;gap:.5rem}.bigPicList .cards img,
.products .cards img,.doubleColumnList .cards img{width:100%;height:auto;aspect-ratio:3/2}.tiles ul{
display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:1.25rem 1rem;list-style:none;
margin:0;padding:0}.tiles a{color:var(--text);text-decoration:none}.tiles h2 a{color:inherit}.tiles img{
width:100%;height:auto;aspect-ratio:3/2;margin-bottom:.375rem}.tiles li{max-width:18rem;font-size:1rem;
line-height:1.5}.tiles a:hover span{text-decoration:underline}.chips{display:flex;flex-wrap:wrap;gap:.5rem;
margin:.5rem 0}.chips a{padding:.25rem .75rem;border:1px solid var(--line);border-radius:99px;
background:var(--ground);color:var(--text);font-size:.875rem;text-decoration:none}.chips a:hover{
border-color:var(--accent)}.links{list-style:none;margin:0;padding:0;font-size:.9375rem}.links li{
padding:.1875rem 0}.search{display:flex;gap:.5rem}.search input{flex:1;min-width:0}.search input,
.search button{min-height:2.75rem;padding:.5rem .875rem;border:1px solid var(--muted);border-radius:6px;
background:var(--surface);color:var(--text);font:inherit}.search button{border-color:transparent;
background:var(--accent);color:var(--surface);font-weight:600;cursor:pointer}.search :focus-visible,
.carousel:focus-visible{outline:2px solid var(--accent);outline-offset:2px}.pager{display:flex;flex-wrap:wrap;
justify-content:center;align-items:center;gap:1rem;padding-top:1.5rem}.trail{font-size:.875rem;
margin-bottom:.5rem}.trail{gap:0 .5rem}.trail span:not(:last-child)::after{content:"›";
margin-inline-start:.5rem;color:var(--muted)}.trail a{color:var(--muted)}.carousel{display:flex;gap:1rem;
overflow-x:auto;scroll-snap-type:x mandatory;margin-bottom:1rem}.carousel .block{flex:0 0 100%;
scroll-snap-align:start}.focus{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));
gap:1rem}.block{display:block;position:relative;margin-bottom:1rem;color:var(--text);text-decoration:none;
border-radius:8px;overflow:clip}.block.rich{padding:.25rem 1rem;border:1px solid var(--line)}.block img{
display:block;width:100%;aspect-ratio:5/2;object-fit:cover}.block>span{display:block;padding:.5rem 0;
font-weight:600}.text{font-size:1.125rem;line-height:1.8}.text>.facts{margin:-.25rem 0 1.5rem;
font-size:.9375rem}.text>figure{margin:0 0 1.75rem}.text>figure img{display:block;width:100%;
border-radius:8px}.gallery{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:.75rem}
.body p{margin:0 0 1.4em}.body h2{font-size:1.5rem}.body h3{font-size:1.25rem}.body li{margin:.25em 0}
.body img,.body video{border-radius:6px}.body figure{margin:1.75rem 0}.body figcaption{margin-top:.5rem;
color:var(--muted);font-size:.875rem;text-align:center}.body blockquote{font-size:1.0625em}.body pre,
.body code{font-size:.875em}.body :not(pre)>code{padding:.1em .35em;background:var(--ground);
border-radius:4px}.body .align-center{text-align:center}.body .align-right{text-align:right}.fades{
mask-image:linear-gradient(#000 calc(100% - 6rem),transparent)}.paywall{margin:1rem 0 2rem;padding:1.5rem;
border:1px solid var(--line);border-radius:8px;background:var(--ground);text-align:center}.paywall p{
margin:.25rem 0}.paywall .sum{font-size:1.75rem;font-weight:600;line-height:1.4}.button{display:inline-block;
margin-top:.75rem;padding:.625rem 1.5rem;border-radius:6px;background:var(--accent);color:var(--surface);
font-weight:600;text-decoration:none}.button:visited{color:var(--surface)}.text .chips{margin:2rem 0 1rem}
.acts{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;padding:1rem 0;border-block:1px solid var(--line);
font-size:.9375rem}.around{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));
font-size:1rem}.around a{color:var(--text);text-decoration:none}.around a:hover{text-decoration:underline}
.around small{display:block;color:var(--muted)}.said{list-style:none;margin:0;padding:0;font-size:1rem}
.said li{padding:.75rem 0;border-top:1px solid var(--line)}.said p{margin:.25rem 0;white-space:pre-line}
.said li li{margin-inline-start:1.25rem}@media (max-width:40rem){main{padding:1.5rem 1.25rem 2rem}.cards>li{
gap:1rem}.cards img{width:6.5rem;height:5rem}.cards .name{font-size:1.125rem}.cards div>p:not(.facts){
-webkit-line-clamp:2}}@media (pointer:coarse),(max-width:40rem){header a,footer a,.facts a,.trail a,.chips a,
.acts a,.pager a,.links a,h2>a,article>p>a,section>p>a,p>small>a{display:inline-flex;align-items:center;
min-width:2.75rem;min-height:2.75rem}.facts,.trail{align-items:center}.name a,.tiles a,.around a{
display:block;min-height:2.75rem;padding-block:.5rem}.links li{padding:0}.acts{padding:.25rem 0}}
@media (max-width:40rem){header{gap:0 .875rem;padding-block:.25rem}header nav{display:contents}header::before{
content:"";order:2;flex-basis:100%}header nav a{order:3}.way-end,.way-end~a{order:1;font-size:.9375rem}
header nav .way-end{margin-inline-start:auto}}@media print{.acts,.around,.search,.pager,aside{display:none}
.text{font-size:11pt}}
`.replaceAll('\n', '')
