/**
 * Processor time to generate n copies of an entity, and once more when nothing changed, against
 * json-schema-to-typescript alone on the same schemas and an empty Node process.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from 'json-schema-to-typescript'
import { median } from './list.mjs'
import { root } from './servers.mjs'

/**
 * @returns {{ copies, ours, again, alone, empty }} milliseconds of the processor; `alone` without starting a process
 */
export async function benchGenerate(copies, runs) {
  const folder = mkdtempSync(join(folderForFiles(), 'tablewright-bench-'))
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
  // The copies refer to enums and shared types by relative path, so each is needed below the id of its new folder.
  for (const kind of ['enums', 'types']) {
    mkdirSync(join(folder, 'schemas/copies', kind))
    for (const file of readdirSync(join(root, 'schemas/wms', kind))) {
      const document = JSON.parse(readFileSync(join(root, 'schemas/wms', kind, file), 'utf8'))
      const $id = `copies/${kind}/${file.replace(/\.json$/, '')}`
      writeFileSync(join(folder, 'schemas/copies', kind, file), JSON.stringify({ ...document, $id }))
    }
  }
  for (const name of names)
    writeFileSync(
      join(folder, 'schemas/copies', `${name}.json`),
      JSON.stringify({ ...unit, $id: `copies/${name}`, title: `Copy ${name}` }),
    )
  const generate = [join(root, 'cli/tablewright.mjs'), 'generate', '--root', folder]
  // Nothing is removed between the runs, see below. In turns, so that what else the machine does meets all of them.
  let before = 0
  const [ours, again, empty] = [[], [], []]
  for (let run = 0; run < runs; run++) {
    for (const name of ['generated', '.build'])
      if (existsSync(join(folder, name))) renameSync(join(folder, name), join(folder, `${name}-${before++}`))
    ours.push(timeProcess(generate, folder))
    again.push(timeProcess(generate, folder))
    empty.push(meanOf(5, ['-e', '0'], folder))
  }
  const alone = await timeAlone(unit, names)
  rmSync(folder, { recursive: true, force: true })
  return { copies, ours: median(ours), again: median(again), alone, empty: median(empty) }
}

/**
 * In memory, where there is room. For minutes ext4 passes by the places of files that were removed, by other
 * measurements as well, one by one at each file that is made: half a second of the processor for what takes 1.1 s.
 */
function folderForFiles() {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > 2 ** 30 ? inMemory : tmpdir()
}

/** Of so many that steps of 10 ms do not matter. */
function meanOf(runs, args, cwd) {
  let sum = 0
  for (let run = 0; run < runs; run++) sum += timeProcess(args, cwd)
  return sum / runs
}

function timeProcess(args, cwd) {
  const before = childrenMs()
  execFileSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  return childrenMs() - before
}

/** What the processes that this one has waited for took; the kernel counts in steps of 10 ms. */
function childrenMs() {
  const [, , , , , , , , , , , , , user, system] = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
  return (Number(user) + Number(system)) * 10
}

async function timeAlone(unit, names) {
  const plain = JSON.parse(
    JSON.stringify(unit, (key, value) => (key.startsWith('x-') || key === '$ref' ? undefined : value)),
  )
  const before = process.cpuUsage()
  for (const name of names) await compile({ ...plain, $id: name }, name, { format: false })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
