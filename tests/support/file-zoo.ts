/**
 * Hostile and broken files (T50, T51), each with a harmless twin next to it: what is refused, what is stored, and how.
 * They are meant for a site that allows every type, with files of up to `zooMaxSize` bytes and
 * images of up to `zooMaxPixels`.
 */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

export const zooMaxSize = 64 * 1024
/** Of images. */
export const zooMaxPixels = 10_000

/** Refused with the message, stored as an image that was encoded again, or as a download. */
type Fate = RegExp | 'image' | 'download'

export interface Specimen {
  readonly name: string
  readonly bytes: Buffer
  readonly fate: Fate
  /** The name that people see, when it is not the name that was sent. */
  readonly shown?: string
}

export interface ZooCase {
  readonly what: string
  readonly file: Specimen
  readonly twin: Specimen
}

const incomplete = /^The data of the uploaded file is incomplete!$/
const tooLarge = /^The size of the uploaded file exceeds the allowed range!$/
const noImage = /^The file is not a readable image\./
const tooManyPixels = /too many pixels/
const noDrawing = /^SVGZ? images are not supported\./
const otherContent = (suffix: string): RegExp => new RegExp(`^The content of the file is not ${suffix}\\.`)

const text = (value: string): Buffer => Buffer.from(value)
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 160 } } })
const html = text('<!doctype html><html><body><script>alert(1)</script></body></html>')
const svg = text(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
)
const bareSvg = text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"/>')
const script = text('alert(1);window.ran=1;self.ran=1')
const pdf = text('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF\n')

/** A ZIP archive with one stored or deflated entry. */
function zip(name: string, content: Buffer, size = content.length, method = 0): Buffer {
  const common = Buffer.alloc(22)
  common.writeUInt16LE(method, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(content.length, 14)
  common.writeUInt32LE(size, 18)
  const fields = common.subarray(0, 22)
  const lengths = Buffer.from([name.length, 0, 0, 0])
  const local = Buffer.concat([
    text('PK\x03\x04'),
    Buffer.from([20, 0]),
    fields.subarray(2),
    lengths,
    text(name),
    content,
  ])
  const directory = Buffer.concat([
    text('PK\x01\x02'),
    Buffer.from([20, 0, 20, 0]),
    fields.subarray(2),
    lengths,
    Buffer.alloc(14),
    text(name),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, directory, end])
}

/** A PNG that announces a size and has no pixels of it. */
function announcedPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([text(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1024))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A name of so many bytes. */
const longName = (bytes: number, suffix: string): string => 'n'.repeat(bytes - suffix.length) + suffix

export async function createFileZoo(): Promise<readonly ZooCase[]> {
  const [png, jpg, gif, webp] = await Promise.all([
    plain(12, 8).png().toBuffer(),
    plain(12, 8).jpeg().toBuffer(),
    plain(12, 8).gif().toBuffer(),
    plain(12, 8).webp().toBuffer(),
  ])
  const largest = await plain(100, 100).png().toBuffer()
  const tooWide = await plain(100, 101).png().toBuffer()
  const document = zip('word/document.xml', text('<w:document/>'))
  const bomb = zip('bomb.bin', deflateSync(Buffer.alloc(16 * 1024 * 1024)).subarray(2, -4), 16 * 1024 * 1024, 8)
  const mp3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(900)])
  const wav = Buffer.concat([text('RIFF'), Buffer.alloc(4), text('WAVEfmt '), Buffer.alloc(40)])
  const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 0x18]), text('ftypisom'), Buffer.alloc(40)])
  const rar = Buffer.concat([Buffer.from('526172211a070100', 'hex'), Buffer.alloc(40)])
  const sevenZip = Buffer.concat([Buffer.from('377abcaf271c', 'hex'), Buffer.alloc(40)])
  const oldOffice = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  const rows: [what: string, file: [string, Buffer, Fate, string?], twin: [string, Buffer, Fate, string?]][] = []
  const add = (...row: (typeof rows)[number]) => rows.push(row)
  const asDownload = (name: string, bytes: Buffer, shown?: string): [string, Buffer, Fate, string?] => [
    name,
    bytes,
    'download',
    shown,
  ]
  const asImage = (name: string, bytes: Buffer, shown?: string): [string, Buffer, Fate, string?] => [
    name,
    bytes,
    'image',
    shown,
  ]

  // Content that is not what the ending says.
  add('HTML as PNG', ['a.png', html, noImage], asImage('a.png', png))
  add('HTML as JPG', ['a.jpg', html, noImage], asImage('a.jpg', jpg))
  add('SVG as PNG', ['a.png', svg, noImage], asImage('b.png', png))
  add('SVG without prolog as WebP', ['a.webp', bareSvg, noImage], asImage('a.webp', webp))
  add('SVG without prolog as GIF', ['a.gif', bareSvg, noImage], asImage('a.gif', gif))
  add('PNG as JPG', ['a.jpg', png, noImage], asImage('a.jpeg', jpg, 'a.jpg'))
  add('script as PNG', ['a.png', script, noImage], asDownload('a.js', script))
  add('PDF as PNG', ['a.png', pdf, noImage], asDownload('a.pdf', pdf))
  add('HTML as PDF', ['a.pdf', html, otherContent('PDF')], asDownload('b.pdf', pdf))
  add('PNG as PDF', ['a.pdf', png, otherContent('PDF')], asImage('c.png', png))
  add('HTML as DOCX', ['a.docx', html, otherContent('DOCX')], asDownload('a.docx', document))
  add(
    'HTML as XLSX',
    ['a.xlsx', html, otherContent('XLSX')],
    asDownload('a.xlsx', zip('xl/workbook.xml', text('<workbook/>'))),
  )
  add('HTML as DOC', ['a.doc', html, otherContent('DOC')], asDownload('a.doc', oldOffice))
  add(
    'program as ZIP',
    ['a.zip', Buffer.concat([text('MZ'), Buffer.alloc(600)]), otherContent('ZIP')],
    asDownload('a.zip', zip('a.txt', text('a'))),
  )
  add('HTML as RAR', ['a.rar', html, otherContent('RAR')], asDownload('a.rar', rar))
  add('HTML as 7Z', ['a.7z', html, otherContent('7Z')], asDownload('a.7z', sevenZip))
  add('HTML as GZ', ['a.gz', html, otherContent('GZ')], asDownload('a.gz', gzipSync('a')))
  add('HTML as MP3', ['a.mp3', html, otherContent('MP3')], asDownload('a.mp3', mp3))
  add('HTML as WAV', ['a.wav', html, otherContent('WAV')], asDownload('a.wav', wav))
  add('HTML as MP4', ['a.mp4', html, otherContent('MP4')], asDownload('a.mp4', mp4))
  add('truncated PNG', ['a.png', png.subarray(0, 40), noImage], asImage('d.png', png))
  add('noise as JPG', ['a.jpg', randomBytes(500), noImage], asDownload('a.dat', randomBytes(500)))
  add(
    'JPG of a head and noise',
    ['a.jpg', Buffer.concat([jpg.subarray(0, 20), randomBytes(400)]), noImage],
    asImage('e.jpg', jpg),
  )

  // Files that are two things at once: what is stored is one of them.
  add(
    'GIF that is a script',
    asImage('f.gif', Buffer.concat([text('GIF89a/*'), gif.subarray(8), text('*/=1;alert(1)')])),
    asImage('f.gif', gif),
  )
  add('PNG followed by HTML', asImage('g.png', Buffer.concat([png, html])), asImage('h.png', png))
  add('GIF followed by a script', asImage('g.gif', Buffer.concat([gif, script])), asImage('h.gif', gif))
  add('JPG followed by a ZIP', asImage('g.jpg', Buffer.concat([jpg, zip('a.html', html)])), asImage('h.jpg', jpg))
  add('PDF that is HTML', asDownload('g.pdf', Buffer.concat([pdf, html])), asDownload('h.pdf', pdf))
  add('ZIP of HTML', asDownload('g.zip', zip('index.html', html)), asDownload('h.zip', zip('index.txt', text('a'))))
  add(
    'HTML before a ZIP',
    ['i.zip', Buffer.concat([html, zip('a', text('a'))]), otherContent('ZIP')],
    asDownload('j.zip', zip('a', text('b'))),
  )
  add('text that is a script', asDownload('g.txt', script), asDownload('h.txt', text('hello')))
  add('CSV with a formula', asDownload('g.csv', text('name\n=cmd|x!A1\n')), asDownload('h.csv', text('name\nx\n')))
  add('JSON that is HTML', asDownload('g.json', html), asDownload('h.json', text('{}')))

  // Active types: never shown, and drawings never stored.
  add('SVG', ['a.svg', svg, noDrawing], asImage('i.png', png))
  add('SVG without prolog', ['a.svg', bareSvg, noDrawing], asImage('i.webp', webp))
  add('SVG in capitals', ['a.SVG', svg, noDrawing], asImage('i.PNG', png, 'i.png'))
  add('compressed SVG', ['a.svgz', gzipSync(svg), noDrawing], asDownload('i.gz', gzipSync(text('b'))))
  add('SVG under a plain name', asDownload('svg', svg), asDownload('plain', text('a')))
  add('HTML', asDownload('a.html', html), asDownload('a.md', text('# a')))
  add(
    'XHTML',
    asDownload('a.xhtml', text('<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>')),
    asDownload('b.md', text('# b')),
  )
  add(
    'XML with a stylesheet',
    asDownload('a.xml', text('<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#x"?><a/>')),
    asDownload('c.md', text('# c')),
  )
  add('module script', asDownload('a.mjs', script), asDownload('d.md', text('# d')))
  add('stylesheet', asDownload('a.css', text('body{display:none}')), asDownload('e.md', text('# e')))
  add('WebAssembly', asDownload('a.wasm', Buffer.from('0061736d01000000', 'hex')), asDownload('f.md', text('# f')))
  add(
    'page archive',
    asDownload('a.mhtml', text('MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>')),
    asDownload('g.md', text('# g')),
  )
  add('server script', asDownload('a.php', text('<?php alert(1);')), asDownload('h.md', text('# h')))
  add(
    'web link',
    asDownload('a.url', text('[InternetShortcut]\nURL=javascript:alert(1)')),
    asDownload('i.md', text('# i')),
  )

  // Two endings: the last one counts.
  add('image ending before a script ending', asDownload('a.png.js', script), asImage('a.js.png', png))
  add('script ending before an image ending', ['a.html.png', html, noImage], asImage('b.html.png', png))
  add('ending after a semicolon', asDownload('a.png;.html', html), asImage('a;b.png', png))
  add('ending in capitals', ['a.PnG', html, noImage], asImage('j.PnG', png, 'j.png'))
  add('trailing point', asDownload('a.html.', html, 'a.html.'), asDownload('a..html', html, 'a..html'))
  add('trailing points and a space', asDownload('b.html. .', html, 'b.html. .'), asDownload('c.html ', html, 'c.html'))
  add('no ending', asDownload('README', text('read me')), asDownload('README.md', text('read me, too')))
  add('a point only', ['.', text('point'), incomplete], asDownload('p.', text('points')))
  add(
    'ending only',
    asDownload('.htaccess', text('php_flag engine on'), 'file.htaccess'),
    asDownload('x.htaccess', text('php_flag engine off')),
  )
  add('ending of nine letters', asDownload('a.javascript', script), asDownload('a.ecmascri', script))

  // Names.
  add('path upwards', asImage('../../../etc/passwd.png', png, 'passwd.png'), asImage('etc-passwd.png', png))
  add('Windows path', asImage('C:\\boot\\boot.png', png, 'boot.png'), asImage('boot.png', png))
  add('encoded path', asImage('%2e%2e%2fup.png', png), asImage('up.png', png))
  add('NUL in the name', asImage('a\0.html.png', png, 'a.html.png'), asImage('a0.html.png', png))
  add('right-to-left override', asImage('left\u202Egnp.exe.png', png, 'leftgnp.exe.png'), asImage('left.exe.png', png))
  add('right-to-left ending', asDownload('photo.p\u202Egn', text('x'), 'photo.pgn'), asDownload('photo.pgn', text('y')))
  add('device name', asImage('CON.png', png), asImage('CONSOLE.png', png))
  add('device as ending', asDownload('a.con', text('x')), asDownload('a.cons', text('x')))
  add('markup in the name', asImage('<img onerror=x>.png', png, 'img onerror=x.png'), asImage('img onerror x.png', png))
  add('line break in the name', asImage('a\u2028b\u0085c.png', png, 'abc.png'), asImage('a b c.png', png))
  add(
    'name of 300 bytes',
    asImage(longName(300, '.png'), png, `${'n'.repeat(100)}.png`),
    asImage(longName(104, '.png'), png),
  )
  add(
    'name of 300 bytes without ending',
    asDownload(longName(300, ''), text('x'), 'n'.repeat(100)),
    asDownload(longName(100, ''), text('y')),
  )
  add('Chinese name', asImage('商品照片（正面）.png', png), asDownload('合同.pdf', pdf))
  add('half a character', asImage('a\uD800b.png', png, 'a\uFFFDb.png'), asImage('a😀b.png', png))

  // Sizes.
  add('empty file', ['empty.txt', Buffer.alloc(0), incomplete], asDownload('one.txt', text('1')))
  add('empty image', ['empty.png', Buffer.alloc(0), incomplete], asImage('one.png', await plain(1, 1).png().toBuffer()))
  add(
    'one byte over the limit',
    ['large.dat', Buffer.alloc(zooMaxSize + 1, 1), tooLarge],
    asDownload('full.dat', Buffer.alloc(zooMaxSize, 1)),
  )
  add(
    'image one byte over the limit',
    ['large.png', Buffer.concat([png, Buffer.alloc(zooMaxSize + 1 - png.length)]), tooLarge],
    asImage('full.png', Buffer.concat([png, Buffer.alloc(zooMaxSize - png.length)])),
  )
  add('one row of pixels over the limit', ['wide.png', tooWide, tooManyPixels], asImage('wide.png', largest))
  add(
    'image of 60 000 × 60 000 pixels',
    ['bomb.png', announcedPng(60_000, 60_000), tooManyPixels],
    asImage('small.png', png),
  )
  add(
    'image without its pixels',
    ['torn.png', announcedPng(90, 90), noImage],
    asImage('whole.png', await plain(90, 90).png().toBuffer()),
  )
  add('ZIP bomb', asDownload('bomb.zip', bomb), asDownload('tame.zip', zip('a.bin', Buffer.alloc(100))))
  add(
    'gzip bomb',
    asDownload('bomb.gz', gzipSync(Buffer.alloc(16 * 1024 * 1024))),
    asDownload('tame.gz', gzipSync(Buffer.alloc(100))),
  )

  const specimen = ([name, bytes, fate, shown]: [string, Buffer, Fate, string?]): Specimen => ({
    name,
    bytes,
    fate,
    ...(shown !== undefined && { shown }),
  })
  return rows.map(([what, file, twin]) => ({ what, file: specimen(file), twin: specimen(twin) }))
}
