/**
 * Those of the 10,000 most common passwords that have at least eight characters; shorter ones are refused by length.
 * The list was made by Royce Williams from leaked passwords (lower case, most frequent first,
 * https://gist.github.com/roycewilliams/226886fd01572964e1431ac8afc999ce) and is taken from Django 5.2,
 * `django/contrib/auth/common-passwords.txt.gz`, which is published under the following licence (BSD-3-Clause):
 *
 * Copyright (c) Django Software Foundation and individual contributors.
 * All rights reserved.
 *
 * Redistribution and use in source and binary forms, with or without modification,
 * are permitted provided that the following conditions are met:
 *
 *     1. Redistributions of source code must retain the above copyright notice,
 *        this list of conditions and the following disclaimer.
 *
 *     2. Redistributions in binary form must reproduce the above copyright
 *        notice, this list of conditions and the following disclaimer in the
 *        documentation and/or other materials provided with the distribution.
 *
 *     3. Neither the name of Django nor the names of its contributors may be used
 *        to endorse or promote products derived from this software without
 *        specific prior written permission.
 *
 * THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
 * ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
 * WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
 * DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR
 * ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
 * (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
 * LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON
 * ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
 * (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
 * SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
 */
const list = `
!qaz2wsx "zxcvbnm," "zxcvbnm,./" .adgjmptw 0.00000000 00000000 000000000 0000000000 00001111 000webhost 00112233
01010101 01011980 01020304 0102030405 010203040506 01230123 01234567 0123456789 0147258369 0147852369 0192837465
09876543 0987654321 0r968ji9ufj6 100200300 10101010 10203040 1020304050 1029384756 11111111 111111111 1111111111
11111111111 111111111111 11112222 1111qqqq 111222333 111222tianya 11221122 11223344 1122334455 112233445566 11235813
1123581321 12121212 1212121212 12131415 1213141516 12211221 12301230 12312312 123123123 123123123123 123123qwe
1232323q 123321123 123321123321 12341234 12344321 1234509876 1234512345 123454321 1234554321 12345600 123456123
123456123456 12345654321 123456654321 12345671 12345677 12345678 123456781 123456789 123456789. 1234567890 1234567890-
12345678900 12345678901 1234567890a 1234567890q 1234567891 12345678910 123456789123 123456789123456789 1234567899
123456789987654321 123456789a 123456789abc 123456789asd 123456789b 123456789c 123456789d 123456789e 123456789f
123456789g 123456789h 123456789j 123456789k 123456789l 123456789m 123456789n 123456789o 123456789p 123456789q
123456789qwe 123456789r 123456789s 123456789t 123456789v 123456789w 123456789z 12345678a 12345678q 12345678s 12345679
1234567a 1234567b 1234567j 1234567m 1234567q 1234567s 1234567z 123456987 123456aa 123456aaa 123456ab 123456abc
123456abcd 123456as 123456asd 123456qq 123456qw 123456qwe 123456qwer 123456qwerty 123456zxc 12345abc 12345abcde
12345asd 12345qaz 12345qwe 12345qwer 12345qwert 12345qwerty 12348765 1234abcd 1234asdf 1234qwer 1234rewq 1234zxcv
123654789 12369874 123698741 123698745 123789456 123abc123 123admin321 123asd123 123hfjdk147 123mudar 123qwe123
123qwe123qwe 123qweasd 123qweasdzxc 123qwert 123qwerty 123soleil 123stella 12qw12qw 12qw23we 12qw34er 12qwaszx
13131313 13243546 134679852 1357913579 135792468 1357924680 135798642 14121412 14141414 14531453 147258369 147852369
14789632 147896321 147896325 14881488 15151515 15426378 159159159 159357456 159753123 159753456 168asd168 18atcskd2w
18n28n24a5 19031903 19051905 19071907 19283746 192837465 19411945 19631963 19641964 19651965 19661966 19671967
19681968 19691969 19701970 19711971 19721972 19731973 19741974 19751975 19761976 19771977 19781978 19791979 19801980
19811981 19821982 19831983 19841984 19851985 19861986 19871987 19881988 19891989 19901990 19911991 19921992 19931993
19941994 19951995 19961996 19971997 19981998 19991999 1a2a3a4a 1a2b3c4d 1a2b3c4d5e 1a2s3d4f 1a2s3d4f5g 1andonly
1anthony 1asshole 1babygirl 1butterfly 1diamond 1football 1fr2rfq7xl 1fuckyou 1g2w3e4r 1hotmama 1iloveyou 1loveyou
1michael 1million 1myspace 1password 1princess 1q1q1q1q 1q2w3e4r 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u
1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o 1q2w3e4r5t6y7u8i9o0p 1qa2ws3ed 1qay2wsx 1qaz!qaz 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc
1qazxsw2 1qazxsw23edc 1qazzaq1 1qw23er4 1sunshine 1superman 1truelove 1v7upjw3nt 1z2x3c4v 1zn6fpn01x 1zxcvbnm 20002000
20012001 20022002 20032003 20052005 20062006 20072007 20082008 20092009 20102010 20112011 2012comeer 20202020 21122112
21212121 22222222 2222222222 22334455 22446688 23232323 23456789 23jordan 24242424 24681012 246813579 24682468
25011990 25251325 25252525 25802580 29rsavoy 2blessed 2bornot2b 2children 2wsx3edc 31415926 321321321 321654987
33333333 333333333 3333333333 369258147 369852147 393041123 3children 3d8cubaj2e 3odi15ngxb 3rjs1la2qe 3rjs1la7qe
3rjs5la8qe 421uiopy258 44444444 45454545 456123789 456456456 456789123 4815162342 4children 4myspace 51505150
5532361cnjqrf 55555555 5555555555 5hsu75kpot 5xfgs3ii9d 66666666 6666666666 69696969 69camaro 6hbf28w791 6v21wbgad
73501505 74108520 741258963 741852963 77777777 7777777777 7777777a 786786786 789456123 7894561230 789632145 789654123
789789789 7elephants 7ugd5hip2j 85208520 87654321 87654321q 88888888 8888888888 8ix6s1fceh 9-11-1961 9293709b13
92k2cizcdp 963258741 963852741 987456321 98765432 987654321 9876543210 987654321a 987654321q 99999999 999999999
9999999999 9uzp9jek3f ???????? ?????????? a1234567 a12345678 a123456789 a123456a a1a1a1a1 a1a2a3a4 a1a2a3a4a5 a1b2c3d4
a1b2c3d4e5 a1s2d3f4 a1s2d3f4g5 a7777777 a838hfid aa123123 aa123456 aaa123123 aaaa1111 aaaaaaa1 aaaaaaaa aaaaaaaaa
aaaaaaaaaa aaliyah1 aardvark aaron123 aaron431 ab123456 abc12345 abc123456 abc123abc abcd1234 abcd12345 abcd123456
abcde123 abcde12345 abcdef123 abcdefg1 abcdefg123 abcdefgh abcdefgh1 abcdefghij abdullah aberdeen abhishek abigail1
abracadabra abrakadabra account1 achilles ad123456 addison1 adekunle adelaide adgjmptw admin123 administrator adriana1
adrienne adventure aerosmith agent007 agnieszka airborne airforce airforce1 airplane aishiteru akatsuki akax89wn
akopa123 alabama1 albatros alberto1 alejandra alejandra1 alejandro alejandro1 aleksandr aleksandra alessandra
alessandro alex1234 alexalex alexander alexander1 alexander2 alexandr alexandra alexandra1 alexandre alexandria
alexandru alexis09 alexis12 alexis123 alfaromeo alfredo1 alladin79 allah786 alliance allison1 allstar1 almighty
amanda12 amanda123 amandine amarillo amazing1 amber123 america1 america10 america12 america123 american american1
amethyst amorcito amoremio amsterdam amsterdam1 anaconda anamaria anarchy1 anastasia anastasiya anderson anderson1
andre123 andreas1 andrew01 andrew11 andrew12 andrew123 andromeda angel101 angel123 angelbaby angelbaby1 angeleyes
angelica angelica1 angelika angelina angelina1 angeline angelique angelito anhyeuem animals1 annabelle annalisa
annamaria annette1 anthony1 anthony12 anthony123 anthony2 anthony3 anthony7 antonella antonio1 anuradha anything
anything1 aobo2010 apollo13 apple123 applepie applepie1 apples123 apsk54321 aptx4869 aquarius architect argentina
argentina1 arianna1 arizona1 armagedon armando1 armstrong arschloch arsenal1 arsenal123 arsenal14 as123456 as790433
asd12345 asd123456 asd123asd asdasd123 asdasdasd asdf1234 asdf3423 asdfasdf asdfasdf1 asdffdsa asdfg123 asdfg12345
asdfgh12 asdfgh123 asdfghj1 asdfghjk asdfghjkl asdfghjkl1 asdfghjkl123 asdfghjkl: asdfjkl: asdfjkl; asdfzxcv asdqwe123
ashleigh ashleigh1 ashley01 ashley11 ashley12 ashley123 ashley13 aspirine assassin asshole1 asshole12 asshole123
asshole2 astonvilla atlanta1 atlantis attitude august11 august12 august13 august21 august23 austin12 austin123
austin316 australia australia1 awesome1 az123456 azerty123 azertyui azertyuiop azsxdcfv babatunde baby1234 babybaby
babybear babyblue babyblue1 babyboo1 babyboy1 babyboy2 babycakes babycakes1 babydoll babydoll1 babyface babyface1
babygirl babygirl! babygirl01 babygirl08 babygirl09 babygirl1 babygirl10 babygirl11 babygirl12 babygirl13 babygirl14
babygirl15 babygirl16 babygirl2 babygirl21 babygirl22 babygirl23 babygirl3 babygirl4 babygirl5 babygirl69 babygirl7
babygirl9 babygurl babygurl1 babygurl12 babylon5 babylove babylove1 babyphat1 backspace backspace1 badbitch1 badgirl1
badminton bailey01 bailey12 bailey123 baili123com bajingan baller12 baller23 banana11 banana123 bananas1 bangalore
bangbang bangladesh barbados barbara1 barbie123 barcelona barcelona1 barselona baseball baseball1 baseball10
baseball11 baseball12 baseball13 baseball14 baseball15 baseball2 baseball21 baseball22 baseball23 baseball24 baseball3
baseball4 baseball5 baseball6 baseball7 baseball8 baseball9 basketbal1 basketball basketball1 bastard1 batista1
batman12 batman123 battlefield bautista bearbear bearshare beatles1 beatrice beautiful beautiful1 beautiful2 beckham23
beckham7 beethoven believe1 bella123 bellissima benedict bengals1 benjamin benjamin1 bentley1 bernadette bernard1
bernardo besiktas bestfriend bestfriends bethany1 bettyboop bettyboop1 beverly1 beyonce1 bigdaddy bigdaddy1 bigdick1
bigfoot1 bighead1 bigmoney bigmoney1 bigpimpin1 billabong billabong1 billy123 billybob billybob1 billyboy bionicle
birdman1 birthday birthday1 biscuit1 bismillah bitch101 bitch123 bitchass1 bitches1 bkl29m2bk blablabla black123
blackberry blackbird blackcat blackdog blackhawk blackie1 blackjack blackjack1 blackman blackops blackrose blahblah
blahblah1 blasted1 blessed1 blessing blessing1 blessings blingbling blink123 blink182 blizzard blizzard1 blogs123
blondie1 blossom1 blue1234 bluebell blueberry blueberry1 bluebird bluebird1 blueblue blueeyes blueeyes1 bluefish
bluemoon bobby123 bobmarley bobmarley1 bollocks bonehead boobear1 boobies1 booboo12 booboo123 bookmark bookworm
boomboom bordeaux boricua1 borussia bossman1 bowling1 bradford bradley1 brandon1 brandon12 brandon123 brandon2
braveheart brayden1 breanna1 brendan1 bretagne brian123 brianna1 briciola bridget1 brighton brigitte britney1 brittany
brittany1 brittney brittney1 broadway broncos1 brooklyn brooklyn1 brother1 brothers brownie1 brucelee bruno123
bryant24 bubba123 bubblegum bubblegum1 bubbles1 bubbles12 bubbles123 bubbles2 buckeye1 buckeyes buckeyes1 budapest
buddy123 buddyboy budlight budlight1 budweiser budweiser1 buffalo1 bugsbunny bugsbunny1 bulldog1 bulldogs bulldogs1
bullshit bullshit1 bumblebee bunny123 bushido1 business business1 buster01 buster11 buster12 buster123 buttercup
buttercup1 butterfly butterfly1 butterfly2 butterfly3 butterfly7 butterfly8 butthead butthead1 butthole butthole1
buttons1 byusdg23 c.ronaldo c43qpul5rz cachorro cadillac cadillac1 caitlin1 caliente california calimero callofduty
camaroz28 cambiami cambridge cameron1 camille1 campbell canadian candice1 candy123 candycane candycane1 candyman
cannabis cantona7 capricorn capricorn1 capslock captain1 caramel1 caramelo cardinal cardinals cardinals1 carebear
carebear1 career121 carlitos carlos12 carlos123 carlotta carmelo15 carolina carolina1 caroline caroline1 carolyn1
carpediem cartman1 casablanca casanova casey123 cashmoney cashmoney1 cassandra cassandra1 cassidy1 castillo catalina
catarina caterina catfish1 catherine catherine1 catwoman cavalier cdtnkfyf cecilia1 celeste1 cellphone cellphone1
celtic1888 central1 cepetsugih cfitymrf champagne champion champion1 chandler chandler1 changeme changeme1 charger1
chargers chargers1 chargers21 charlene charles1 charlie1 charlie12 charlie123 charlie2 charlie3 charlotte charlotte1
charmed1 charming cheater1 cheer123 cheese12 cheese123 cheesecake cheetah1 chelsea1 chelsea123 chelseafc chemical
chemistry cherokee cherokee1 cherries cherry12 cherry123 chester1 chevelle chevrolet chevrolet1 chevys10 cheyenne
cheyenne1 chicago1 chicken1 chicken12 chicken123 chicken2 chickens chihuahua children children2 children3 chipper1
chiquita chivas10 chivas100 chivas11 chivas12 chivas123 chivas13 chloe123 chocolat chocolate chocolate1 chocolate2
chopper1 chouchou choupette chris123 chrisbrown chrissy1 christelle christian christian1 christian2 christie christina
christina1 christine christine1 christmas christmas1 christophe christopher christy1 chronic1 chronic420 ciaociao
cinderella cinnamon cinnamon1 cjkysirj cjmasterinf clarence clarinet clarissa classic1 classof07 classof08 classof09
classof200 classof201 claudia1 clayton1 clemson1 cleopatra cleveland cleveland1 clifford clifford1 cm6e7aumn9 cocacola
cocacola1 coconut1 coldplay colleen1 college1 colombia colombia1 colorado colorado1 coltrane columbia columbus
comcast1 comeon11 commander commando compton1 computer computer1 computer12 computer2 computers concrete confused
confused1 control1 converse converse1 cookie12 cookie123 cookiemons cookies1 cookies123 cool1234 coolcat1 coolcool
cooldude cooldude1 coolgirl coolguy1 coolkid1 coolman1 corazon1 cornelia corvette corvette1 country1 couponsc10
courtney courtney1 cowboys1 cowboys22 cowgirl1 cracker1 crackers crazy123 creation creative creative1 cricket1
criminal crip4life cristian cristian1 cristiano cristina cristina1 crjhgbjy crosby87 crossfire crusader cruzazul
crystal1 cucciola cucciolo cuddles1 cupcake1 cupcakes cutegirl cutie101 cutie123 cutiepie cutiepie1 cynthia1
d123456789 d1lakiss d2xyw89sxj d71lwz9zjs d9zufqd92n daddy123 daddysgirl daisy123 dalejr88 dallas214 dallas22 damilola
dance123 dancing1 dangerous daniel01 daniel11 daniel12 daniel123 daniel13 daniel19 daniela1 daniella danielle
danielle1 danny123 dannyboy daredevil darkangel darkangel1 darklord darkness darkness1 darkside darkstar darkstar1
darlene1 darling1 daughter david123 davidson dbrnjhbz deadman1 dearbook death123 death666 deathnote deborah1 december
december1 december12 deerhunter defender deftones deftones1 delacruz delphine delpiero demon123 demon1q2w3e
demon1q2w3e4r demon1q2w3e4r5t demon666 derp12!@ derrick1 designer desiree1 desmond1 desperado destiny1 destiny2
destroyer detroit1 deutschland devil666 devildog devilmaycry dfktynbyf diablo666 diamante diamond1 diamond2 diamonds
diamonds1 dickhead dickhead1 diego123 dietcoke dietcoke1 digital1 dimadima dingdong dinosaur diosesamor diosesfiel
director dirtbike dirtbike1 discover discovery disturbed disturbed1 diwtgm8492 dkflbckfd dkflbvbh doberman dodgeram
dodgers1 dolphin1 dolphins dolphins1 domenico dominic1 dominican1 dominika dominique dominique1 donovan1 dont4get
dontforget doomsayer.2.7mords.v doraemon dorothy1 dortmund douglas1 download dpbk1234 dr.pepper dragon01 dragon11
dragon12 dragon123 dragon13 dragon22 dragon69 dragon88 dragonball dragonballz dragonfly dragonfly1 dragons1 dreamer1
drjynfrnt drowssap drowssap1 drpepper drpepper1 drummer1 dt123456 dthjybrf dumbass1 durango1 dutchess dylan123
dynasty1 e3r4t5y6 eastside eastside1 eatshit1 eclipse1 eduardo1 education edward123 eh1k9oh335 einstein ekaterina
eldorado electric elefante element1 eleonora elephant elephant1 eleven11 elisabeth elizabeth elizabeth1 elizabeth2
elizaveta elliott1 emachines emachines1 emanuele emerald1 emiliano emily123 eminem12 eminem123 emmanuel emmanuel1
emotional engineer england1 english1 enrique1 enterprise eqes606898 ericsson escorpion esmeralda esperanza estrella
estrella1 estrellita eternity evanescence evangelion evergreen everton1 everything evildick evolution evony192
excalibur explorer explorer1 extreme1 f00tball fabregas fabrizio fabulous facebook facebook1 faith123 faithful
faithful1 falcons1 fallout3 familia1 family12 family123 familyguy familyguy1 fantasia fantastic fantasy1 farfalla
fashion1 fearless february feder_1941 federica federico felicia1 felicidad felicidade felicity fenerbahce ferdinand
fernanda fernandez fernando fernando1 ferrari1 fgtkmcby fighter1 finalfantasy fireball fireball1 firebird firebird1
fireblade firefighter firefly1 fireman1 fisherman fishing1 fktrcfylh fktrcfylhf flamengo flamingo fletcher flipper1
florence florencia florida1 flower12 flower123 flowers1 football football! football09 football1 football10 football11
football12 football13 football14 football2 football20 football21 football22 football23 football24 football3 football4
football5 football7 football8 football9 fordf150 fordf250 forever1 forever2 forever21 formula1 forzainter forzamilan
forzaroma fountain fqrg7cs493 frances1 francesca francesco francine francis1 francisco francisco1 francois frank123
frankie1 franklin franklin1 freckles freckles1 freddie1 frederic frederick fredfred freebird freedom1 freedom2
freeman1 freestyle freeze112 friday13 friendly friends! friends1 friends12 friends123 friends2 friends4 friendship
friendster frogger1 front242 fuckface fuckface1 fuckfuck fucking1 fucklove fucklove1 fuckme123 fuckme69 fuckoff!
fuckoff1 fuckoff2 fuckthis fuckthis1 fucku123 fuckyou! fuckyou. fuckyou1 fuckyou11 fuckyou12 fuckyou123 fuckyou13
fuckyou2 fuckyou22 fuckyou3 fuckyou4 fuckyou5 fuckyou6 fuckyou666 fuckyou69 fuckyou7 fuckyou8 fuk19600 fuku00198
fullaccess fullmoon fussball futurama fxzz75yer fyfcnfcbz fyutkbyf g13916055158 g9l2d1fzpy gabriel1 gabriel123
gabriela gabriela1 gabriele gabriella gabrielle gabrielle1 galatasaray gameboy1 gamecube gameover gandalf1 gangsta1
gangster gangster1 garfield garfield1 garrett1 gateway1 general1 genesis1 geoffrey george123 georgia1 georgina
geraldine germany1 geronimo gerrard8 gertrude getmoney getmoney1 gfhjkm123 ghbdtnbr ghblehjr ghjcnjnfr ghostrider
gianluca giggles1 gilbert1 ginger12 ginger123 giovanna giovanni giovanni1 girasole girlfriend giuseppe gizmo123
gladiator glitter1 godbless goddess1 godfather godfather1 godhelpme godisgood godisgood1 godisgreat godislove
godislove1 godlovesme godofwar godsmack godzilla godzilla1 goldberg goldeneye goldfish goldfish1 golfcourse gonzales
gonzalez goodbye1 goodgirl goodlife goodluck goodness google.com google12 google123 gordon24 gorgeous gorgeous1
gorilla1 gotohell grace123 grandkids grandma1 grandpa1 green123 greenbay greenday greenday1 greenday12 greeneyes
gregory1 grenouille gretchen griffin1 grizzly1 groupd2013 gsxr1000 guadalupe guadalupe1 guardian guatemala guerrero
guilherme guillaume guillermo guinness guinness1 guitarra gwerty123 gymnastics h1xp2z2duk h2vwdubjx4 hahahaha halflife
hallo123 halloween halloween1 hamburger hamilton hamilton1 hamster1 handball handsome handsome1 hannah01 hannah11
hannah12 hannah123 hannibal happiness happiness1 happy123 happyday happydays hardcore hardcore1 hardrock harley01
harley12 harley123 harmony1 harrison harrison1 harry123 harrypotte harrypotter hawaii50 hayabusa heather1 hedgehog
heineken hellfire hello123 hello1234 hellohello hellokitty hellothere helloworld hellsing hendrix1 hercules hercules1
heritage hermione hernandez hernandez1 hershey1 highheel highland highlander history1 history278 hockey11 hockey12
hogwarts holahola holiday1 holland1 hollister hollister1 hollister2 holly123 hollywood hollywood1 holyshit home0401
home1234 homelesspa homework honda123 hondacivic honduras honduras1 honey123 honeybee hongkong hooligan hooters1
hospital hotgirl1 hotmail1 hotmama1 hotpink1 hotstuff hotstuff1 hottie101 hottie12 hottie123 hottie13 houston1
houston713 huhbbhzu78 hunter01 hunter11 hunter12 hunter123 hunting1 hurricane hurricane1 huskers1 hustler1 hyderabad
iamcool1 iamnumber1 iamthebest icecream icecream1 icehouse ichliebedich id6c3wr6un idontcare idontknow idontknow1
iforgot1 ig4abox4 ihatethisgame ihateyou ihateyou1 ihateyou2 il0vey0u il0veyou ilikepie ilikepie1 illinois illusion
ilove123 ilovechris ilovegod ilovegod1 iloveher iloveher1 ilovehim ilovehim! ilovehim1 ilovehim2 ilovejesus ilovejusti
iloveme! iloveme1 iloveme123 iloveme2 ilovemom ilovemom1 ilovemusic ilovemymom ilovemyself ilovepussy ilovesex
iloveu12 iloveu123 iloveyou iloveyou! iloveyou. iloveyou08 iloveyou09 iloveyou1 iloveyou10 iloveyou11 iloveyou12
iloveyou123 iloveyou13 iloveyou14 iloveyou15 iloveyou2 iloveyou21 iloveyou22 iloveyou23 iloveyou3 iloveyou4 iloveyou5
iloveyou6 iloveyou69 iloveyou7 iloveyou8 iloveyou9 imissyou immortal imnumber1 imperial impossible incorrect incubus1
india123 indiana1 indonesia indya123 infiniti infinity information innocent insanity inspiron interests international
internet internet1 inuyasha inuyasha1 ireland1 ironmaiden ironman1 isabella isabella1 isabelle isabelle1 istanbul
italian1 italiano iverson1 iverson3 iw14fi9j iw14fi9jxl j123456789 j38ifubn jack1234 jackass1 jackass2 jacket025
jackjack jackson1 jackson5 jacob123 jacqueline jaihanuman jaimatadi jakcgt333 jamaica1 james007 james123 jamesbond
jamesbond007 jamie123 january1 jasmine1 jasmine12 jasmine123 jasmine2 jason123 jazmine1 jeanette jefferson jeffery1
jeffhardy jeffhardy1 jeffrey1 jellybean jellybean1 jennifer jennifer1 jennifer12 jenny123 jeremiah jeremiah1 jermaine
jermaine1 jerusalem jesse123 jessica1 jessica12 jessica123 jessica13 jessica2 jessica3 jessica7 jesucristo jesus123
jesus4me jesus777 jesuschris jesuschrist jesusfreak jesusis1 jesusislord jesussaves jg3h4hfn ji394su3 jillian1
jimmy123 jingjing jjcg16dj5k jobsearch jobshop2002 jocelyn1 joejonas1 johannes john!20130605at1753 john1234 johncena
johncena1 johndeere johndeere1 johnjohn johnlock johnpaul johnson1 joker123 jonas123 jonathan jonathan1 jordan01
jordan10 jordan11 jordan12 jordan123 jordan13 jordan23 josefina joseluis joseph12 joseph123 josephine joshua01
joshua11 joshua12 joshua123 juancarlos juanita1 juggalo1 juliette jumpman23 jundian2011xr junebug1 junior12 junior123
jupiter1 just4fun justdoit justice1 justin01 justin11 justin12 justin123 justinbieb justinbieber justine1 juventus
juventus1 ka_djkhjsy6 kaitlyn1 kakashi1 kakashka kamasutra kamikaze kangaroo karolina katarina katelyn1 katerina
katherine katherine1 kathleen kathleen1 kathmandu kathryn1 katie123 katrina1 kawasaki kawasaki1 kayla123 kayleigh
kelly123 kendall1 kennedy1 kenneth1 kentucky kentucky1 kenworth kevin123 keyboard keyboard1 kickass1 kifj9n7bfu
kikeunyw killbill killer11 killer12 killer123 killer13 killer666 kimberley kimberly kimberly1 king1234 kingdom1
kingking kingkong kingkong1 kingsley kingston kirsten1 kisskiss kissmyass kissmyass1 kittens1 kitty123 kittycat
kittycat1 kittykat kittykat1 kkkkkkkk klapaucius kleopatra knights1 kobebryant kochanie kolawole komputer konstantin
koolaid1 koroleva krasotka kristen1 kristian kristin1 kristina kristina1 kristine krokodil krystal1 l1nk3d1n
l6ho3tg7wb labrador lacrosse lacrosse1 ladybird ladybug1 ladygaga laetitia lakers24 lalala123 lalalala lalaland
lamborghini lampard8 lancelot landrover lasvegas lasvegas1 laura123 lauren12 laurence lavender lawrence lawrence1
layouts1 leavemealone lebron23 left4dead legolas1 lemonade lenochka leonard1 leonardo leonardo1 lesbian1 letmein1
letmein123 letmein2 lexmark1 lexor123 libertad liberty1 lifeisgood lifesucks lifesucks1 lighthouse lightning
lightning1 lillian1 lilmama1 lilwayne lilwayne1 lincoln1 linda123 lindsay1 lindsey1 lineage2 linkedin linkedin1
linkedin123 linkedin2011 linkinpark lionheart lionking lipgloss lipgloss1 lipstick littlebit littlebit1 littleman
littleman1 livelife liverp00l liverpool liverpool1 liverpool8 liverpoolfc livestrong lizottes lkjhgfdsa lobster1
logan123 logitech logitech1 lokomotiv lol12345 lolipop1 lollipop lollipop1 lollollol lollypop lollypop1 london12
london123 london22 lonestar lonewolf longhorn longhorns longhorns1 loredana lorenzo1 lorraine lorraine1 losangeles
loser123 louloute love1234 love12345 love123456 love2008 love2009 love2010 love4ever love4life love4you love5683
lovebird lovebug1 lovehate lovehurts lovehurts1 loveislife loveless lovelife lovelife1 lovelove lovelove1 lovely12
lovely123 loveme12 loveme123 lover123 loverboy loverboy1 lovergirl lovergirl1 lovestory lovesucks lovesucks1 loveyou1
loveyou123 loveyou2 lovingyou lowrider lowrider1 lucas123 lucifer666 lucky123 lucky777 luckydog luckydog1 ludacris
m1234567 m123456789 mackenzie mackenzie1 madagascar madalina maddison madeleine madeline madeline1 madison1 madison2
madonna1 magandaako magdalena maggie01 maggie12 maggie123 magic123 magnolia mahalkita makaveli makaveli1 makayla1
makemoney maksimka malachi1 malaysia malcolm1 mallorca mallory1 mama1234 mamamama mamapapa mammamia mamochka
management manager1 manchester mandarin manning18 manunited maprchem56458 maradona maradona10 marathon marcella
marcello marcopolo margaret margaret1 margarita margarita1 margherita maria123 mariajose mariana1 marianna marianne
marie123 marihuana marijuana marijuana1 marilyn1 marines1 marino13 mario123 mariposa mariposa1 marissa1 marjorie
marketing marlboro marlboro1 marriage married1 marseille marshall marshall1 martin123 martina1 martinez martinez1
maryjane maryjane1 maryjane42 maryland mash4077 master12 master123 mastermind matahari matematica mathilde matilda1
matthew1 matthew12 matthew123 matthew2 matthew3 matthias maurice1 mauricio maurizio maverick maverick1 maximilian
maximus1 maxwell1 mazafaka mazda323 mazda626 mazdarx7 mckenzie meandyou meatball mechanical medicina medicine
mega_pizdetz666 megadeth megaman1 megan123 megaparol megaparol12345 megasecret megatron melanie1 melinda1 melissa1
memphis1 meowmeow mercedes mercedes1 mercury1 meredith mermaid1 mersedes messenger metal666 metallica metallica1
mexican1 mexico10 mexico12 mexico123 mexico13 miami305 michael01 michael1 michael11 michael12 michael123 michael13
michael2 michael23 michael3 michael5 michael7 michaela micheal1 michele1 michelle michelle1 michelle12 michelle2
michigan michigan1 mickey12 mickey123 mickeymouse microlab microsoft microsoft1 midnight midnight1 mike1234 mikejones1
mikemike milagros mileycyrus milkshake milkshake1 millenium million2 millwall minecraft miracle1 miranda1 mission1
mississipp mississippi missy123 mitchell mitchell1 mitsubishi mittens1 mmmmmmmm mmmmmmmmmm mnbvcxz1 mobster1 mohammad
mohammed molly123 mollydog momanddad mommy123 monalisa monamour money100 money123 money4me moneymaker moneyman
moneyman1 moneymoney mongoose monique1 monkey01 monkey10 monkey101 monkey11 monkey12 monkey123 monkey13 monkey14
monkey21 monkey22 monkey23 monkey69 monkeyboy monkeybutt monkeyman monkeys1 monopoly monster1 monster12 monster123
monster2 monsters montana1 montecarlo montgom2409 montreal moonlight moonlight1 moonshine moremoney morning21 morpheus
morrison mostwanted motdepasse mother12 mother123 motherfuck motherfucker motherlode motocross motocross1 motorola
motorola1 mountain mountain1 mrf11277215 ms0083jxj muhammad muhammed multiplelog munchkin munchkin1 murcielago
mushroom music101 music123 music4life musicman mustang1 mustang2 mustang69 mustangs my2girls my3girls myfamily
mygirls2 mylove123 mymother mynameis mypassword myspace! myspace. myspace.co myspace0 myspace01 myspace07 myspace08
myspace09 myspace1 myspace10 myspace101 myspace11 myspace12 myspace123 myspace13 myspace2 myspace22 myspace23 myspace3
myspace4 myspace5 myspace69 myspace7 myspace8 myspace9 mystery1 n0=acc3ss n8zgt5p0shw= nacional napoleon narayana
naruto11 naruto12 naruto123 naruto13 nascar24 nascar88 natalia1 natalie1 natasha1 nathalie nathan12 nathan123
nathaniel nathaniel1 national naughty1 navigator ncc1701a ncc1701d ncc1701e nebraska network1 networking neveragain
nevermind nevermore newcastle newcastle1 newlife1 newpassword newport1 newstart newyork1 nicholas nicholas1 nichole1
nickjonas nickjonas1 nicolas1 nicole01 nicole11 nicole12 nicole123 nicole13 nicole21 nicole22 nigga123 nigger123
nightmare nightmare1 nightwish nikki123 ninja123 nintendo nintendo1 nintendo64 nirvana1 nissan350z nks230kjs82
noisette nokia123 nokia3310 nokia5800 nokia6233 nokia6300 nokian70 nokian73 nokian95 nonmember noodles1 nopassword
northside1 notebook nothing1 nounours november november1 november11 number11 number12 nursing1 nuttertools nwo4life
nyq28giz1z oakland1 oblivion ocpoook325 october1 october10 october31 offspring ohiostate1 ohmnamah23 oklahoma
oklahoma1 olayinka oliveira oliver123 oluwaseun omarion1 omsairam onedirection onelove1 onepiece opelastra opensesame
operator orange12 orange123 ordinateur original orlando1 oscar123 overlord owt243ygbj p0o9i8u7 p3rat54797 p455w0rd
p4ssw0rd p@ssw0rd p@ssword pa55w0rd pa55word packers1 packers4 paintball paintball1 pakistan pakistan1 pakistan123
pakistani pallmall palmtree panasonic panasonic1 pancakes panda123 pandora1 pantera1 panther1 panthers panthers1
papamama paper123 paperino papillon paradise paradise1 paramore paramore1 parola12 partizan pasquale pass1234
pass1word passer2009 passer2011 passion1 passpass passport passport1 passw0rd password password! password. password0
password00 password01 password07 password08 password09 password1 password10 password11 password12 password123
password1234 password13 password14 password15 password16 password17 password19 password2 password20 password21
password22 password23 password24 password3 password33 password4 password5 password6 password69 password7 password77
password8 password88 password9 password99 passwords passwort passwort1 pasword1 patches1 patience patricia patricia1
patrick1 patriots patriots1 patriots12 patrizia pauline1 pavilion pavilion1 pazzword123 pe#5gz29ptzmse peace123
peaceout peaches1 peanut12 peanut123 peanuts1 pearljam pebbles1 pedro123 peekaboo penelope penguin1 penguins penis123
pentium4 pepper12 pepper123 pepsi123 perfect1 personal peter123 peterpan peterpan1 peterson phantom1 pharmacy philippe
philips1 phillip1 phillips phoenix1 pickles1 pictures pikachu1 pimpdaddy1 pineapple pineapple1 pingpong pinkfloyd
pinkfloyd1 pinky123 pioneer1 piramida pirates1 pistons1 pitbull1 pizza123 pk3x7w9w platinum platinum1 playboy1
playboy123 playboy69 player69 playstation playstation3 pleasure plymouth poiuytrewq pok29q6666 pokemon1 pokemon11
pokemon12 pokemon123 pokemon2 pokerface polarbear polaris1 polniypizdec0211 polniypizdec1102 polniypizdec110211
polopolo poochie1 poohbear poohbear1 pooppoop popcorn1 poppy123 poptart1 porcodio porkchop porkchop1 pornstar
pornstar1 porsche1 porsche911 portland portugal portugal1 poseidon positive pothead1 pothead420 power123 pr1ncess
prashant preciosa precious precious1 predator presario president preston1 pretty12 prettyboy1 prettygirl primavera
princesa princesa1 princesita princess princess! princess01 princess08 princess09 princess1 princess10 princess11
princess12 princess13 princess14 princess15 princess16 princess2 princess21 princess22 princess23 princess3 princess4
princess5 princess7 princess8 princess9 princesse principe principessa pringles printer1 priscilla private1 priyanka
professional professor progress project1 projectsadminx promise1 pudding1 puertorico pumpkin1 punisher punkrock
punkrock1 puppies1 puppy123 puppydog puppylove puppylove1 purple11 purple12 purple123 purple13 purple22 pussy123
pussycat pussycat1 q1234567 q123456789 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q2w3e4r5 qarglr123 qawsedrf qaz123456
qaz123wsx qazqazqaz qazwsx12 qazwsx123 qazwsxedc qazwsxedc1 qazwsxedc123 qazwsxedcrfv qazxsw123 qazxswedc qdujvyg5sxa
qq123456 qqqq1111 qqqqqqqq qqqqqqqqqq qqww1122 qti7zxh18u question qw123321 qw123456 qwaszx12 qwe1122334 qwe12345
qwe123456 qwe123asd qwe123qwe qweasd123 qweasdzxc qweasdzxc1 qweasdzxc123 qwegta13091990 qweqwe123 qweqweqwe qwer1234
qwer4321 qwerasdf qwerasdfzxcv qwerqwer qwerqwer2 qwert123 qwert1234 qwert12345 qwertasdfg qwerty01 qwerty11 qwerty12
qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty13 qwerty21 qwerty22 qwerty321 qwerty666 qwerty69 qwerty77
qwerty777 qwerty78 qwerty789 qwerty99 qwertyqwerty qwertyu1 qwertyui qwertyui1 qwertyuio qwertyuio1 qwertyuiop
qwertyuiop1 qwertyuiop123 qwertyuiop[] qwertzuiop r2d2c3po r9lw4j8khx racecar1 rachael1 rachelle radiohead ragnarok
raiders1 raiderz1 rainbow1 rainbow123 rainbow6 rainbows rajkumar rammstein rammstein1 rangers1 rasengan rastafari
rastaman raymond1 rdfhnbhf ready2go realmadrid rebecca1 rebelde1 rebound1 recovery redalert redbull1 redhead1 redneck1
redroses redskins redskins1 redsox04 redwings redwings1 register remember remember1 remington renegade research
reset123 resident respect1 revelation revenge1 revolution rfnthbyf rhbcnbyf rhfcjnrf rhiannon rhjrjlbk ricardo1
riccardo richard1 richmond riverside rjhjktdf rjycnfynby roadrunner robert12 robert123 roberto1 robinhood robinson
robinson1 rochelle rockets1 rocknroll rocknroll1 rockstar rockstar1 rockstar12 rocky123 rodriguez rodriguez1 rolltide
rolltide1 romashka ronaldinho ronaldo1 ronaldo7 ronaldo9 rooney10 rooster1 rootbeer rootbeer1 rosebud1 rosemarie
rosemary rossella roxanne1 runescape runescape1 rush2112 russell1 s123456789 s8ylpe9jdpvym sabrina1 sadie123 sagitario
sagitarius sailboat sailormoon salvador salvador1 salvation salvatore sam12345 samantha samantha1 samantha12 sammy123
sample123 sampson1 samsung1 samsung123 samuel01 sanchez1 sandiego sandiego1 sandman1 sandrine sandy123 sangeeta
santana1 santiago santiago1 sapphire sarah123 sarajevo sasha123 sassy123 sasuke12 sasuke123 satan666 satellite
saturday savannah savannah1 sayangku scarface scarface1 scarlet1 scarlett scarlett1 schalke04 school12 school123
scoobydoo scoobydoo1 scooter1 scooter2 scorpio1 scorpion scorpion1 scotland scotland1 scrappy1 scruffy1 scvmofas79
seattle1 sebastian sebastian1 sebastien secret123 secret666 security security1 semperfi semperfi1 senha123 senior07
senior08 senior09 seniseviyorum sentnece sephiroth september september1 september2 september9 septiembre serenity
serenity1 seven777 seventeen sexsexsex sextrime1 sexy1234 sexybabe sexybaby1 sexyback1 sexybeast1 sexybitch sexybitch1
sexyboy1 sexygirl sexygirl1 sexygurl1 sexylady sexylady1 sexylove1 sexymama sexymama1 sexyman1 sexysexy shadow01
shadow11 shadow12 shadow123 shadow13 shakira1 shamrock shamrock1 shanghai shannon1 sharingan sherlock sherman1
sherwood shinigami shirley1 shitface shitface1 shithead shithead1 shooter1 shopping shopping1 shorty12 shorty123
shorty13 shotgun1 showtime sidekick3 silverado simba123 simon123 simpleplan simpson1 simpsons simpsons1 singapore
sk84life sk8board sk8ordie skate123 skate4life skateboard skater12 skater123 skeeter1 skinhead skipper1 skittles
skittles1 skorpion skyline1 skywalker skywalker1 slamdunk slayer666 slimshady slipknot slipknot1 slipknot6 slipknot66
smackdown smackdown1 smallville smile123 smile4me smoke420 sneakers snickers snickers1 snoopdog snoopdogg snoopy123
snowball snowball1 snowboard snowboard1 snowflake snowflake1 snowman1 snowwhite snuggles snuggles1 soccer01 soccer07
soccer08 soccer09 soccer10 soccer101 soccer11 soccer12 soccer123 soccer13 soccer14 soccer15 soccer16 soccer17 soccer18
soccer19 soccer20 soccer21 soccer22 soccer23 soccer24 socrates softball softball1 softball10 softball11 softball12
softball13 softball2 softball3 softball7 software sojdlg123aljg soldier1 solomon1 solution something something1
sonic123 sonyericsson sooners1 sophie123 souljaboy1 soulmate southern southpark southpark1 southside southside1
spanish1 sparkle1 sparkles spartan1 spartan117 spartans special1 spectrum spencer1 spiderman spiderman1 spiderman2
spiderman3 spike123 spitfire spitfire1 splinter spongebob spongebob1 spongebob2 sporting springer squirrel srinivas
ssssssss ssyu1314 stalker1 stallion standard stanislav stanley1 star1234 starbucks starbucks1 starcraft starcraft1
stardust starfish starfish1 stargate stargate1 starlight starlight1 starstar start123 startfinding startrek startrek1
starwars starwars1 steelers steelers1 steelers7 stefania stefanie stellina stephane stephanie stephanie1 stephen1
sterling sterling1 stewart1 stingray stonecold stonecold1 stoner420 stranger stratfor strawberry strength student1
stunt101 su123456 sublime1 success1 suckmydick sullivan summer01 summer05 summer06 summer07 summer08 summer09 summer10
summer11 summer12 summer123 summer69 summer99 summertime sundance sunderland sunflower sunflower1 sunny123 sunshine
sunshine! sunshine1 sunshine12 sunshine2 sunshine3 sunshine7 super123 superfly supergirl supergirl1 superman superman1
superman12 superman2 superman23 superman3 superman7 supermario supernova supersonic superstar superstar1 sureno13
surfing1 surside13 survivor suzanne1 svetlana sweet123 sweetgirl sweetheart sweetie1 sweetness sweetness1 sweetpea
sweetpea1 sweety12 swimmer1 swimming swimming1 swordfish swordfish1 sylvester syncmaster sz9kqcctwy tabitha1 tacobell
tacobell1 taekwondo taishan2011 tangerine target123 tarheels tarheels1 tatiana1 taylor01 taylor11 taylor12 taylor123
tazmania teacher1 teamo123 techn9ne technics technology teddy123 teddybear teddybear1 teiubesc telechargement telefono
telephone television temitope temp1234 temppass temppassword tenerife tequiero tequila1 terminator terrell1 test1234
testing1 testing123 testpass testtest texas123 thailand thankgod thankyou thebest1 theboss1 thedoors thegame1
thegreat1 thegreat123 theking1 theodore theonly1 theresa1 therock1 thesims2 theused1 thirteen thirteen13 thomas01
thomas12 thomas123 thomas22 thompson thug4life thuglife thuglife1 thumper1 thunder1 thursday tiffany1 tiger123
tigger01 tigger11 tigger12 tigger123 timothy1 tinkerbell titanic1 tkbpfdtnf tnk0mk16vx together tokiohotel tommy123
tomorrow tootsie1 topolino topsecret toshiba1 tottenham tottenham1 toulouse training transformers treasure trenton1
trfnthbyf tricolor trigger1 trinidad trinity1 trinity3 triskelion tristan1 trojans1 trombone trooper1 tropical
trouble1 trucker1 truelove truelove1 trumpet1 trustno1 ttd955audg tweety12 tweetybird twilight twilight1 twilight12
twinkle1 twisted1 twister1 ty2t1hv3oc tyler123 u1v7hhh7ef uhfybn8888 ultimate umbrella underground undertaker
underworld unicorn1 univers2l universal universe university unknown1 uqa9ebw445 uvgx8f8232 vacation vacation1
vaffanculo valencia valentin valentina valentina1 valentine valentine1 valentino valeria1 valerie1 vampire1 vampires
vancouver vanessa1 vanhalen vanilla1 vendetta venezuela verbatim verizon1 veronica veronica1 veronika veronique
vfhufhbnf vfitymrf vfrcbvrf vfvfgfgf victoire victoria victoria1 victory1 viewsonic vikings1 viktoria viktoriya
vincent1 vincenzo violetta viphv5j736 virginia virginia1 virginie vittoria vkontakte vladimir vladislav vodafone
volkswagen volleyball voyager1 vqsablpzla vrbgqns997 w5tn36alfw w5txn36alfw w66yrybgra wachtwoord waheguru wallace1
walmart1 wangyut2 warcraft warcraft1 warcraft3 warhammer warrior1 warriors warriors1 warszawa washington water123
waterfall waterloo watermelon weare138 webhompass webster1 wedding1 wednesday welcome1 welcome12 welcome123 welcome2
wellington werewolf westham1 westlife westside westside1 westwood whatever whatever! whatever1 whatever2 whatsup1
whatthezor whiskers whiskey1 whiteboy1 whitney1 whocares wildcat1 wildcats wildcats1 wildfire william1 william123
william2 william3 williams williams1 winchester windows1 windows7 winston1 wishbone woaini1314 wolfgang wolfpack
wolverine wolverine1 wonderful wonderful1 wonderland woodstock wordpass wordpass1 wow12345 wrangler wrestling
wrestling1 x3luym2mmj x4ivyga51f xboxlive xiang123456 xxxxxxxx xxxxxxxxxx y6p67ftrqj yagjecc826 yahoo.com yahoo123
yahoomail yamahar1 yamahar6 yankees1 yankees13 yankees2 yellow11 yellow12 yellow123 yfcntymrf yfdbufnjh10305070
yfdbufnjh63 yolanda1 yomomma1 youandme youbye123 youngmoney yourmom1 yousuck1 youtube1 yuantuo2012 z0102030405
z123456789 z1x2c3v4 zacefron zacefron1 zachary1 zag12wsx zanzibar zaq12wsx zaq1xsw2 zaqwsxcde zaqxswcde zeppelin
zeppelin1 zxasqw12 zxc123456 zxcasdqwe zxcasdqwe123 zxcv1234 zxcvb123 zxcvb12345 zxcvbnm1 zxcvbnm12 zxcvbnm123
zxcvbnm: zzzzzzzz zzzzzzzzzz
`

/** In lower case. */
export const mostUsedPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
