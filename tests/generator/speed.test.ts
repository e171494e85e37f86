/**
 * Speed: 300 entities in 5 s, one entity of a warm process in 300 ms. The gate is the processor time of this process: it
 * does not depend on what else the machine is doing, as the clock would.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generate } from '../../generator/pipeline.ts'
import { project } from './folders.ts'

/** A project of that many copies of the category schema (a tree, an enumeration, indexes). */
function projectOf(entities: number): string {
  const root = mkdtempSync(join(tmpdir(), 'tablewright-speed-'))
  mkdirSync(join(root, 'schemas/many'), { recursive: true })
  writeFileSync(join(root, 'schemas/many/module.json'), '{ "x-label": { "zh-cn": "多", "en": "Many" } }\n')
  const text = readFileSync(join(project, 'schemas/wms/category.json'), 'utf8')
  for (let at = 0; at < entities; at++) writeFileSync(join(root, `schemas/many/e${at}.json`), text.replaceAll('wms/category', `many/e${at}`))
  return root
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('generating', () => {
  it('300 entities takes at most 5 s, and nothing new at most as long', async () => {
    const root = projectOf(300)
    const first = await timed(() => generate(root))
    const second = await timed(() => generate(root))
    rmSync(root, { recursive: true })
    console.log(`300 entities: ${first.toFixed(0)} ms, again ${second.toFixed(0)} ms`)
    expect(first).toBeLessThan(5000)
    expect(second).toBeLessThan(5000)
  }, 60_000)

  it('one entity of a warm process takes at most 300 ms', async () => {
    const root = projectOf(1)
    await generate(root)
    writeFileSync(join(root, 'schemas/many/e0.json'), readFileSync(join(root, 'schemas/many/e0.json'), 'utf8').replace('Hidden', 'Concealed'))
    const warm = await timed(() => generate(root))
    rmSync(root, { recursive: true })
    console.log(`1 entity, warm: ${warm.toFixed(0)} ms`)
    expect(warm).toBeLessThan(300)
  })
})
