/** Compressed copies (.gz, .br) of static files, so that the server need not compress them for every request. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesBelow } from '../launcher/publish.mjs'

const worthwhileBytes = 1024

/**
 * Writes `<file>.gz` and `<file>.br` next to every text file of at least 1 KB below `folder`. Those of an older build
 * are taken where its file is the same: compressing takes as long as building.
 */
export async function compressFiles(folder: string, older: string): Promise<void> {
  const files = filesBelow(folder).map((path) => path.slice(folder.length + 1))
  await Promise.all(
    files
      .filter((file) => /\.(js|mjs|css|html|svg|json|txt)$/.test(file))
      .map((file) => compressFile(join(folder, file), join(older, file))),
  )
}

async function compressFile(path: string, older: string): Promise<void> {
  const text = readFileSync(path)
  if (text.byteLength < worthwhileBytes) return
  if (existsSync(older) && text.equals(readFileSync(older)) && copyCompressed(older, path)) return
  writeFileSync(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
  writeFileSync(
    `${path}.br`,
    await promisify(brotliCompress)(text, {
      params: {
        // The highest quality, 11, takes more than twice the time and saves 1.6 %.
        [constants.BROTLI_PARAM_QUALITY]: 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.byteLength,
      },
    }),
  )
}

function copyCompressed(from: string, to: string): boolean {
  const suffixes = ['.gz', '.br']
  if (!suffixes.every((suffix) => existsSync(from + suffix))) return false
  for (const suffix of suffixes) copyFileSync(from + suffix, to + suffix)
  return true
}
