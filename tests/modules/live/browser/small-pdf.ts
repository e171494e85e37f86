/** PDFs as small as they can be: for pages that are drawn, and for files that somebody has made to do harm. */

interface SmallPdf {
  /** The content of each page, 595 × 842 points; `/F1` is Helvetica, `/F2` a Chinese font that is not embedded. */
  readonly pages: readonly string[]
  /** Entries of the catalog. */
  readonly catalog?: string
  /** Entries of each page. */
  readonly page?: string
  /** Entries of the trailer. */
  readonly trailer?: string
}

const fonts = [
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [5 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor 6 0 R /CIDSystemInfo ' +
    '<< /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>',
  '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 ' +
    '/Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
]

export function smallPdf({ pages, catalog = '', page = '', trailer = '' }: SmallPdf): Buffer {
  const first = 3 + fonts.length
  const kids = pages.map((_content, index) => `${first + index * 2} 0 R`).join(' ')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    ...fonts,
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + index * 2 + 1} 0 R ` +
        `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> ${page} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** A line of Latin text, and a blue bar over the width of the page. */
export const latinPage = (text: string): string =>
  `0 0 1 rg 0 400 595 60 re f 0 g BT /F1 36 Tf 60 700 Td (${text}) Tj ET`

/** A line of Chinese text. */
export const chinesePage = (text: string): string =>
  `BT /F2 24 Tf 60 700 Td <${Buffer.from(text, 'utf16le').swap16().toString('hex')}> Tj ET`

const bytes32 = '<' + '5a'.repeat(32) + '>'

/** Files that cannot be read, with a part of what is said about each. */
export const refusedPdfs: readonly { readonly name: string; readonly buffer: Buffer; readonly message: RegExp }[] = [
  {
    name: 'locked.pdf',
    buffer: smallPdf({
      pages: [latinPage('Secret')],
      trailer:
        `/ID [${bytes32} ${bytes32}] /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 ` +
        `/O ${bytes32} /U ${bytes32} >>`,
    }),
    message: /protected by a password/,
  },
  { name: 'broken.pdf', buffer: Buffer.from('%PDF-1.7\nnothing of a PDF follows'), message: /cannot be read as a PDF/ },
  {
    name: 'long.pdf',
    buffer: smallPdf({ pages: Array.from({ length: 101 }, () => '') }),
    message: /has 101 pages; 100 can be added/,
  },
]

/** A file with all that a viewer might be made to do: run a script, open a page, send a form, fetch an image. */
export const activePdf = (pages: readonly string[]): Buffer =>
  smallPdf({
    pages,
    catalog:
      '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\); this.submitForm\\("http://example.com/"\\)) >> ' +
      '/AA << /WC << /S /URI /URI (http://example.com/closed) >> >>',
    page:
      '/AA << /O << /S /Launch /F (calc.exe) >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] ' +
      '/A << /S /URI /URI (http://example.com/link) >> >>]',
  })
