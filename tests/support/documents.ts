/** The documents written by hand, and the code blocks in them. Those below `generated/` the generator's tests prove. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface Block {
  /** File the block stands in. */
  readonly page: string
  readonly line: number
  readonly language: string
  /** What follows the language: the path of the file the block shows. */
  readonly path: string
  readonly text: string
}

/** Paths of the documents, below the root. */
export const pages = [
  '.',
  'schemas',
  'generator',
  'cli',
  'runtime',
  'runtime/server',
  'runtime/testing',
  'runtime/web',
].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)
export const blocks = pages.flatMap(blocksOf)

function blocksOf(page: string): readonly Block[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n')
  const fences = lines.flatMap((text, at) => (text.startsWith('```') ? [at] : []))
  return fences.flatMap((start, nth) => {
    if (nth % 2 === 1) return []
    const [language = '', path = ''] = lines[start]?.slice(3).trim().split(' ') ?? []
    return [{ page, line: start + 1, language, path, text: lines.slice(start + 1, fences[nth + 1]).join('\n') }]
  })
}

export const isData = ({ language }: Block): boolean => language === 'json'
export const isCode = ({ language }: Block): boolean => language === 'ts' || language === 'tsx'
/** Lines of the blocks of shell commands. */
export const commands = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ page, text }) => text.split('\n').map((command) => ({ page, command })))
