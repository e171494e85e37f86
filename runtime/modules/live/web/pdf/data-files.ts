/** Files of the PDF library, from our own origin: decoders of images, and character sets of Chinese fonts. */
import gbkEucH from 'pdfjs-dist/cmaps/GBK-EUC-H.bcmap?url'
import gbkEucV from 'pdfjs-dist/cmaps/GBK-EUC-V.bcmap?url'
import gbk2kH from 'pdfjs-dist/cmaps/GBK2K-H.bcmap?url'
import gbk2kV from 'pdfjs-dist/cmaps/GBK2K-V.bcmap?url'
import gbkpEucH from 'pdfjs-dist/cmaps/GBKp-EUC-H.bcmap?url'
import gbkpEucV from 'pdfjs-dist/cmaps/GBKp-EUC-V.bcmap?url'
import gbEucH from 'pdfjs-dist/cmaps/GB-EUC-H.bcmap?url'
import gbEucV from 'pdfjs-dist/cmaps/GB-EUC-V.bcmap?url'
import gbToUnicode from 'pdfjs-dist/cmaps/Adobe-GB1-UCS2.bcmap?url'
import uniGbUcs2H from 'pdfjs-dist/cmaps/UniGB-UCS2-H.bcmap?url'
import uniGbUcs2V from 'pdfjs-dist/cmaps/UniGB-UCS2-V.bcmap?url'
import uniGbUtf16H from 'pdfjs-dist/cmaps/UniGB-UTF16-H.bcmap?url'
import uniGbUtf16V from 'pdfjs-dist/cmaps/UniGB-UTF16-V.bcmap?url'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'

const addresses: ReadonlyMap<string, string> = new Map([
  ['GBK-EUC-H', gbkEucH],
  ['GBK-EUC-V', gbkEucV],
  ['GBK2K-H', gbk2kH],
  ['GBK2K-V', gbk2kV],
  ['GBKp-EUC-H', gbkpEucH],
  ['GBKp-EUC-V', gbkpEucV],
  ['GB-EUC-H', gbEucH],
  ['GB-EUC-V', gbEucV],
  ['Adobe-GB1-UCS2', gbToUnicode],
  ['UniGB-UCS2-H', uniGbUcs2H],
  ['UniGB-UCS2-V', uniGbUcs2V],
  ['UniGB-UTF16-H', uniGbUtf16H],
  ['UniGB-UTF16-V', uniGbUtf16V],
  ['jbig2.wasm', jbig2],
  ['openjpeg.wasm', openjpeg],
])

async function load(name: string): Promise<Uint8Array> {
  const address = addresses.get(name)
  const answer = address === undefined ? null : await fetch(address)
  if (!answer?.ok) throw new Error(`the PDF library has no ${name}`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** How the PDF library asks for a character set. */
export class CharacterSets {
  async fetch({ name }: { readonly name: string }) {
    return { cMapData: await load(name), isCompressed: true }
  }
}

/** How the PDF library asks for a decoder. */
export class Decoders {
  fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    return load(filename)
  }
}
