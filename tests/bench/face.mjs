/**
 * The recognition of faces: the time of a frame, of a challenge of three, of a search among a thousand people, and of
 * erasing somebody; and the error rates on computer-generated people, with the numbers of pairs. Run by itself it
 * prints the rates: node tests/bench/face.mjs. They say nothing about other people.
 */
import Database from 'better-sqlite3'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { root, startOurs } from './servers.mjs'

const pictures = join(root, 'tests/modules/face/data')
/** Beside the packages, which the bundles import. */
const folder = join(root, '.build/bench-face')

/** Bundles two files of the module, runs the work with what they export, and removes them. */
async function withEngine(work) {
  const { build } = await import('rolldown')
  const parts = join(root, 'runtime/modules/face/server')
  const names = { engine: 'engine/engine.ts', decide: 'library/decide.ts', calibrate: 'library/calibrate.ts' }
  await build({
    input: Object.fromEntries(Object.entries(names).map(([name, path]) => [name, join(parts, path)])),
    platform: 'node',
    external: ['sharp', 'p-limit'],
    experimental: { resolveNewUrlToAsset: true },
    logLevel: 'silent',
    output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs', assetFileNames: '[name][extname]' },
  })
  const load = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href)
  try {
    const [{ faceEngine }, { rank }, { curveOf }] = await Promise.all([
      load('engine'),
      load('decide'),
      load('calibrate'),
    ])
    return await work({ engine: faceEngine('/nowhere'), rank, curveOf })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

async function time(runs, work) {
  const times = []
  for (let run = 0; run <= runs; run++) {
    const start = performance.now()
    await work()
    // The first run reads the weights.
    if (run > 0) times.push(performance.now() - start)
  }
  return median(times)
}

/** @returns milliseconds of one frame, of three, and of a search among a thousand people with five templates */
export const benchFace = ({ runs }) =>
  withEngine(async ({ engine, rank }) => {
    const bytes = readFileSync(join(pictures, 'person19-1.jpg'))
    const frame = await time(runs, () => engine.analyse(bytes))
    const challenge = await time(runs, async () => {
      for (let step = 0; step < 3; step++) await engine.analyse(bytes, { mayTurn: true })
    })
    const vector = () => Float32Array.from({ length: 128 }, () => Math.random() / 5)
    const people = Array.from({ length: 1000 }, (_person, person) => ({
      person,
      templates: Array.from({ length: 5 }, vector),
    }))
    const face = vector()
    const search = await time(Math.max(runs, 20), async () => rank(face, people))
    return { frame, challenge, search }
  })

/** Bytes of what is stored of a face: a template, and a picture of 150 pixels, both encrypted. */
const sizes = { template: 900, picture: 9000 }

/** @returns milliseconds of the request that erases somebody with five templates and that many records with pictures */
export async function benchErasure(dataFolder, file, { people, records }) {
  const ids = addPeople(file, people, records)
  const server = await startOurs(dataFolder)
  try {
    const times = []
    for (const id of ids) {
      const start = performance.now()
      const answer = await fetch(`${server.address}/admin/face.Person/erase`, {
        method: 'POST',
        headers: { batoken: server.token, 'x-tablewright': '1', 'content-type': 'application/json' },
        body: JSON.stringify({ id, reason: 'bench' }),
      }).then((response) => response.json())
      if (answer.code !== 1) throw new Error(answer.msg)
      times.push(performance.now() - start)
    }
    return median(times)
  } finally {
    await server.stop()
  }
}

function addPeople(file, people, records) {
  const database = new Database(file)
  const insert = (table, values) =>
    Number(
      database
        .prepare(
          `insert into ${table} (${Object.keys(values).join()}) values (${Object.keys(values)
            .map(() => '?')
            .join()})`,
        )
        .run(...Object.values(values)).lastInsertRowid,
    )
  const common = { version: 1, create_time: 1 }
  const ids = []
  database.transaction(() => {
    for (let count = 0; count < people; count++) {
      const reference = randomUUID()
      const id = insert('face_person', { name: 'Bench', status: 2, templates: 5, reference, ...common })
      const template = { person_id: id, pose: 'front', engine: 'bench', engine_version: '1', quality: 80, ...common }
      for (let slot = 1; slot <= 5; slot++)
        insert('face_template', { ...template, slot, vector: 'v'.repeat(sizes.template) })
      const record = { person_id: id, result: 1, source: 1, occurred: 1, server_time: 1, late: 0, time_suspect: 0 }
      for (let count = 0; count < records; count++) {
        const record_id = insert('face_record', { ...record, ...common })
        const picture = 'p'.repeat(sizes.picture)
        const subject = `record ${record_id}`
        insert('face_snapshot', { record_id, person_id: id, subject, picture, expires: 253402300799, ...common })
      }
      ids.push(id)
    }
  })()
  database.close()
  return ids
}

const distance = (a, b) => Math.hypot(...a.map((value, index) => value - b[index]))

/** Copies as cameras and files make them. */
const copies = {
  darker: (bytes) => sharp(bytes).linear(0.6, 0),
  brighter: (bytes) => sharp(bytes).linear(1.3, 0),
  tilted: (bytes) => sharp(bytes).rotate(10, { background: '#808080' }),
  blurred: (bytes) => sharp(bytes).blur(1.2),
  cropped: (bytes) =>
    sharp(bytes).resize(400, 400, { fit: 'cover' }).extract({ left: 36, top: 36, width: 328, height: 328 }),
  smaller: (bytes) => sharp(bytes).resize(240),
}

/** False accepts over all pairs of different people, false rejects over pairs that show one. */
const measureRates = () =>
  withEngine(async ({ engine, curveOf }) => {
    const faces = []
    const again = []
    const refusals = []
    for (const name of readdirSync(pictures).filter((file) => file.endsWith('.jpg'))) {
      const bytes = readFileSync(join(pictures, name))
      const { face } = await engine.analyse(bytes, { mayTurn: true })
      if (!face) continue
      const person = name.split('-')[0]
      faces.push({ person, vector: [...face.vector] })
      for (const [kind, copy] of Object.entries(copies)) {
        const answer = await engine.analyse(await copy(bytes).jpeg({ quality: 90 }).toBuffer(), { mayTurn: true })
        if (answer.face) again.push(distance([...answer.face.vector], [...face.vector]))
        else refusals.push(`${kind} ${answer.refusal}`)
      }
    }
    const same = []
    const different = []
    for (const [index, a] of faces.entries())
      for (const b of faces.slice(index + 1))
        (a.person === b.person ? same : different).push(distance(a.vector, b.vector))
    console.log(
      `${faces.length} images, ${different.length} pairs of different people, ${same.length} pairs of one person,`,
    )
    console.log(
      `${again.length} pairs of an image and its copy, ${refusals.length} copies refused: ${refusals.join(', ')}`,
    )
    const rates = [
      ['different people (false accepts)', curveOf({ genuine: [], impostor: different }), 'far', different.length],
      ['one person, other images (false rejects)', curveOf({ genuine: same, impostor: [] }), 'frr', same.length],
      ['copies (false rejects)', curveOf({ genuine: again, impostor: [] }), 'frr', again.length],
    ]
    for (const [label, curve, name, pairs] of rates) {
      const parts = [0.4, 0.45, 0.5, 0.52, 0.55, 0.6].map((threshold) => {
        const point = curve.find((candidate) => candidate.threshold === threshold)
        return `${threshold}: ${(100 * point[name]).toFixed(1)} %`
      })
      console.log(`${label}, ${pairs} pairs: ${parts.join(', ')}`)
    }
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await benchFace({ runs: 5 })
  console.log(
    Object.entries(figures)
      .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
      .join(', '),
  )
  await measureRates()
  process.exit(0)
}
