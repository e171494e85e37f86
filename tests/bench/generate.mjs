/** Time to generate n copies of an entity, against json-schema-to-typescript alone on the same schemas. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from 'json-schema-to-typescript'
import { root } from './servers.mjs'

/** @returns {{ copies, ours, alone }} milliseconds, whole process for ours */
export async function benchGenerate(copies) {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  cpSync(join(root, 'schemas'), join(folder, 'schemas'), { recursive: true })
  const unit = JSON.parse(readFileSync(join(root, 'schemas/wms/unit.json'), 'utf8'))
  mkdirSync(join(folder, 'schemas/copies'), { recursive: true })
  const names = Array.from({ length: copies }, (_, at) => `copy_${at}`)
  writeFileSync(
    join(folder, 'schemas/copies/module.json'),
    JSON.stringify({
      $schema: '../dialect/module.json',
      'x-label': { 'zh-cn': '副本', en: 'Copies' },
      icon: 'box',
      order: 50,
      menu: [],
    }),
  )
  cpSync(join(root, 'schemas/wms/enums'), join(folder, 'schemas/copies/enums'), { recursive: true })
  for (const name of ['enabled']) {
    const path = join(folder, 'schemas/copies/enums', `${name}.json`)
    const document = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...document, $id: `copies/enums/${name}` }))
  }
  for (const name of names)
    writeFileSync(
      join(folder, 'schemas/copies', `${name}.json`),
      JSON.stringify({ ...unit, $id: `copies/${name}`, title: `Copy ${name}` }),
    )
  const began = performance.now()
  execFileSync(process.execPath, [join(root, 'cli/tablewright.mjs'), 'generate', '--root', folder], {
    cwd: folder,
    stdio: 'ignore',
  })
  const ours = performance.now() - began
  const alone = await timeAlone(unit, names)
  rmSync(folder, { recursive: true, force: true })
  return { copies, ours, alone }
}

async function timeAlone(unit, names) {
  const plain = JSON.parse(
    JSON.stringify(unit, (key, value) => (key.startsWith('x-') || key === '$ref' ? undefined : value)),
  )
  const began = performance.now()
  for (const name of names) await compile({ ...plain, $id: name }, name, { format: false })
  return performance.now() - began
}
