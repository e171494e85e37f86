/** How files that arrive reach the disk. */
import { createHash } from 'node:crypto'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeIncoming } from '../../../runtime/server/files/storage.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablewright-'))
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

/** More than is flushed while it arrives. */
const pieces = Array.from({ length: 600 }, (_piece, at) => Buffer.alloc(64 * 1024 + at, at % 251))

/** What all open files have in common. */
async function fileHandles(): Promise<{ datasync: () => Promise<void> }> {
  const file = await open(join(folder, 'any'), 'w')
  await file.close()
  return Object.getPrototypeOf(file) as { datasync: () => Promise<void> }
}

it('flushes a long file while it arrives, and writes it whole', async () => {
  const flush = vi.spyOn(await fileHandles(), 'datasync')
  const { path, size, sha1 } = await writeIncoming(join(folder, 'file'), pieces)
  const whole = Buffer.concat(pieces)
  expect(flush).toHaveBeenCalled()
  expect(size).toBe(whole.length)
  expect(sha1).toBe(createHash('sha1').update(whole).digest('hex'))
  expect((await readFile(path)).equals(whole)).toBe(true)
})

it('fails when a flush fails while the file arrives, though the last one would succeed', async () => {
  vi.spyOn(await fileHandles(), 'datasync').mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }))
  await expect(writeIncoming(join(folder, 'file'), pieces)).rejects.toThrow('EIO')
})
