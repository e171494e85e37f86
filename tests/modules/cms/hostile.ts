/** Markup that tries to run something, and what is left of it in a page, read as browsers read it. */
import { parse, type DefaultTreeAdapterTypes } from 'parse5'

const run = 'alert(1)'

/** Each of them keeps the word `kept`, which has to survive where text does. */
export const corpus: readonly string[] = [
  `<script>${run}</script>`,
  `<ScRiPt src=//evil.example/x.js></sCrIpT>`,
  `<script/x>${run}</script/x>`,
  `<<script>${run}//<</script>`,
  `<img src=x onerror=${run}>`,
  `<img/src="x"/onerror="${run}">`,
  `<img src="x\` \`<script>${run}</script>"\` \`>`,
  `<img src='x' onerror\u000c='${run}'>`,
  `<img src=x:x onerror\n=${run}>`,
  `<img srcset="javascript:${run} 1x">`,
  `<image href="javascript:${run}">`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><a xlink:href="javascript:${run}"><text>x</text></a></svg>`,
  `<svg><animate attributeName=href values="javascript:${run}" /></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>${run}</script>"></iframe></foreignObject></svg>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<math><mtext><style><img src onerror=${run}></style></mtext></math>`,
  `<math href="javascript:${run}">x</math>`,
  `<a href="javascript:${run}">x</a>`,
  `<a href="JaVaScRiPt:${run}">x</a>`,
  `<a href=" \u0001javascript:${run}">x</a>`,
  `<a href="java\tscript:${run}">x</a>`,
  `<a href="java&#x0A;script:${run}">x</a>`,
  `<a href="&#106;avascript&colon;${run}">x</a>`,
  `<a href="vbscript:msgbox(1)">x</a>`,
  `<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>`,
  `<a href="https://x.test/" onclick=${run}>x</a>`,
  `<a href='https://x.test/"onmouseover="${run}'>x</a>`,
  `<iframe src="javascript:${run}"></iframe>`,
  `<iframe srcdoc="<script>${run}</script>"></iframe>`,
  `<object data="javascript:${run}"></object>`,
  `<embed src="javascript:${run}">`,
  `<applet code=x></applet>`,
  `<base href="https://evil.example/">`,
  `<link rel=stylesheet href="https://evil.example/x.css">`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<style>@import "https://evil.example/x.css"; *{background:url(javascript:${run})}</style>`,
  `<p style="background:url(javascript:${run})">x</p>`,
  `<p style="position:fixed;inset:0">x</p>`,
  `<form action="//evil.example"><button formaction="javascript:${run}">x</button></form>`,
  `<input autofocus onfocus=${run}>`,
  `<select onchange=${run}><option>x</select>`,
  `<textarea onfocus=${run} autofocus></textarea>`,
  `<details open ontoggle=${run}>x</details>`,
  `<video><source onerror=${run}></video>`,
  `<video src="javascript:${run}" poster="javascript:${run}"></video>`,
  `<audio src=x onerror=${run}></audio>`,
  `<marquee onstart=${run}>x</marquee>`,
  `<body onload=${run}>`,
  `<frameset onload=${run}></frameset>`,
  `<table background="javascript:${run}"><tr><td>x</td></tr></table>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
  `<template><script>${run}</script></template>`,
  `<!--><img src=x onerror=${run}>-->`,
  `<![CDATA[<img src=x onerror=${run}>]]>`,
  `<?xml version="1.0"?><script>${run}</script>`,
  `<xmp><p title="</xmp><img src=x onerror=${run}>"></xmp>`,
  `<title></title><img src=x onerror=${run}>`,
  `</main></body><script>${run}</script>`,
  `"><script>${run}</script>`,
  `' onmouseover='${run}`,
  `\u2028<script>${run}</script>`,
  `<p id="x" class="draft" name="body">x</p>`,
  `<div><p>&lt;script&gt;${run}&lt;/script&gt;</p></div>`,
].map((attack) => `${attack}<p>kept</p>`)

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const forbidden = new Set(
  'script iframe object embed applet base frame frameset svg math input select textarea template noscript'.split(' '),
)
const addresses = new Set(['href', 'src', 'srcset', 'poster', 'action', 'formaction', 'data', 'background', 'content'])

/** Elements, attributes and addresses of a page that could run something, or that no text of a visitor may have. */
export function dangersIn(page: string): readonly string[] {
  const dangers: string[] = []
  const visit = (node: Node): void => {
    if ('tagName' in node) dangers.push(...dangersOf(node))
    for (const child of 'content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : [])
      visit(child)
  }
  visit(parse(page))
  return dangers
}

function dangersOf({ tagName, attrs }: Element): readonly string[] {
  const attribute = (name: string): string => attrs.find((attr) => attr.name === name)?.value ?? ''
  const isFacts = tagName === 'script' && attribute('type') === 'application/ld+json'
  const isSearch = tagName === 'input' && attribute('type') === 'search' && attribute('name') === 'q'
  const isRefresh = tagName === 'meta' && attribute('http-equiv') !== ''
  return [
    ...((forbidden.has(tagName) && !isFacts && !isSearch) || isRefresh ? [`<${tagName}>`] : []),
    ...(tagName === 'form' && attribute('action') !== '/read/search' ? ['<form>'] : []),
    ...attrs.flatMap(({ name, value }) => {
      if (name.startsWith('on') || name === 'style' || name === 'srcdoc') return [`${tagName}[${name}]`]
      // Browsers leave blanks and controls out of the beginning of an address.
      const address = [...value].filter((sign) => sign > ' ').join('')
      return addresses.has(name) && /^(?:javascript|vbscript|data):/i.test(address) ? [`${tagName}[${name}]`] : []
    }),
  ]
}
