/** Compressed copies (.gz, .br) of static files, so that the server need not compress them for every request. */
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const worthwhileBytes = 1024

/** Writes `<file>.gz` and `<file>.br` next to every text file of at least 1 KB. */
export async function compressFiles(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.filter((path) => /\.(js|mjs|css|html|svg|json|txt)$/.test(path)).map(compressFile))
}

async function compressFile(path: string): Promise<void> {
  const text = readFileSync(path)
  if (text.byteLength < worthwhileBytes) return
  writeFileSync(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
  writeFileSync(
    `${path}.br`,
    await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.byteLength } }),
  )
}
