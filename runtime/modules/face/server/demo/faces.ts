/** People of the demo: drawn faces, and vectors that are made up. No picture of anybody is part of the product. */
import { randomUUID } from 'node:crypto'
import type { Language } from 'tablewright/protocol'
import { insertMany, type DemoWork } from 'tablewright/server'
import { deviceOptions, personOptions, recordOptions } from '#generated/face/options.ts'
import type { FaceServerParts } from '#generated/face/parts.ts'
import type { EntityId, Scope, Transaction } from '#generated/face/server.ts'
import { calibrateLibrary } from '../library/calibration.ts'
import { builtInEngine } from '../engine/engine.ts'
import { consentVersion } from '../library/settings.ts'
import { sealVector } from '../library/vectors.ts'
import { addSnapshot } from '../records/snapshots.ts'
import { createRandom } from './history.ts'

const names: readonly (readonly [chinese: string, english: string])[] = [
  ['陈晓', 'Chen Xiao'],
  ['李明', 'Li Ming'],
  ['王芳', 'Wang Fang'],
  ['张伟', 'Zhang Wei'],
  ['刘洋', 'Liu Yang'],
  ['赵静', 'Zhao Jing'],
  ['黄磊', 'Huang Lei'],
  ['周敏', 'Zhou Min'],
  ['吴强', 'Wu Qiang'],
  ['徐丽', 'Xu Li'],
  ['孙杰', 'Sun Jie'],
  ['马超', 'Ma Chao'],
  ['朱琳', 'Zhu Lin'],
  ['胡军', 'Hu Jun'],
  ['郭婷', 'Guo Ting'],
  ['何涛', 'He Tao'],
  ['高洁', 'Gao Jie'],
  ['林峰', 'Lin Feng'],
  ['罗娜', 'Luo Na'],
  ['梁博', 'Liang Bo'],
  ['宋雪', 'Song Xue'],
  ['唐宇', 'Tang Yu'],
  ['许晴', 'Xu Qing'],
  ['韩冰', 'Han Bing'],
]

const departments = [
  ['仓储部', 'Warehouse'],
  ['物业部', 'Facilities'],
  ['行政部', 'Administration'],
] as const

const templatesEach = 4
const { status } = personOptions

/** Numbers around 0, as many templates differ from each other. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** A face that is drawn from a few numbers. */
function drawFace(random: () => number): string {
  const pick = (values: readonly string[]): string => values[Math.floor(random() * values.length)] ?? values[0] ?? ''
  const skin = pick(['#f3d3b6', '#e8b98f', '#c68d5f', '#8d5a3a'])
  const hair = pick(['#2b2118', '#5b3a22', '#8a8a86', '#1b1b22'])
  const width = 44 + random() * 12
  const eyes = 14 + random() * 5
  const mouth = 8 + random() * 8
  return `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="150" viewBox="0 0 150 150">
<rect width="150" height="150" fill="#e7ecf1"/><ellipse cx="75" cy="62" rx="${width + 7}" ry="58" fill="${hair}"/>
<ellipse cx="75" cy="80" rx="${width}" ry="55" fill="${skin}"/>
<circle cx="${75 - eyes}" cy="72" r="4" fill="#222"/><circle cx="${75 + eyes}" cy="72" r="4" fill="#222"/>
<path d="M75 76 l-5 18 h9" fill="none" stroke="#0005" stroke-width="2"/>
<path d="M${75 - mouth} 108 q${mouth} ${4 + random() * 8} ${2 * mouth} 0" fill="none" stroke="#833" stroke-width="3"/>
</svg>`
}

async function jpegOfDrawing(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

export async function addDemoFaces({ scope, configure }: DemoWork<FaceServerParts>): Promise<void> {
  await configure('face_members', '1')
  const random = createRandom(66)
  const pictures: Buffer[] = []
  for (let index = 0; index < names.length + 6; index++) pictures.push(await jpegOfDrawing(drawFace(random)))
  await scope.database.write(async (trx) => {
    const some = await trx.selectFrom('face_person').select('id').limit(1).executeTakeFirst()
    // Another demo is there already.
    if (some) return
    const people = await addPeople(scope, trx, random, pictures)
    await addRecords(scope, trx, random, people, pictures.slice(names.length))
  })
  await scope.database.write((trx) => calibrateLibrary(scope, trx))
}

const insert = (
  scope: Scope,
  trx: Transaction,
  entity: EntityId,
  rows: readonly Readonly<Record<string, string | number | null>>[],
): Promise<readonly number[]> =>
  insertMany(
    scope.database,
    scope.registry.require(entity),
    trx,
    rows.map((row) => ({ version: 1, ...row })),
  )

/** 2026-01-01, so that each demo is the same. */
const start = 1_767_225_600

async function addPeople(
  scope: Scope,
  trx: Transaction,
  random: () => number,
  pictures: readonly Buffer[],
): Promise<readonly number[]> {
  const language: Language = scope.language
  const of = ([chinese, english]: readonly [string, string]): string => (language === 'zh-cn' ? chinese : english)
  const people = names.map((name, index) => ({
    name: of(name),
    person_no: `P${String(index + 1).padStart(3, '0')}`,
    department: of(departments[index % departments.length] ?? departments[0]),
    status: index < 21 ? status.enrolled : index < 23 ? status.consented : status.draft,
    consent_time: index < 23 ? start + index * 3600 : null,
    consent_by: index < 23 ? of(['书面（演示，虚构人物）', 'On paper (demo, invented person)']) : null,
    consent_version: index < 23 ? consentVersion(scope) : null,
    templates: index < 21 ? templatesEach : 0,
    quality: index < 21 ? 70 + Math.floor(random() * 25) : null,
    enrolled_at: index < 21 ? start + index * 3600 + 600 : null,
    reference: randomUUID(),
    create_time: start,
    update_time: start,
  }))
  const ids = await insert(scope, trx, 'face/person', people)
  const rows = people.flatMap(({ status: state, reference }, index) => {
    if (state !== status.enrolled) return []
    const centre = Array.from({ length: 128 }, () => 0.045 * normal(random))
    return Array.from({ length: templatesEach }, (_template, slot) => ({
      person_id: ids[index] ?? 0,
      slot: slot + 1,
      pose: 'front',
      engine: builtInEngine.name,
      engine_version: builtInEngine.version,
      vector: sealVector(
        scope.settings,
        reference,
        slot + 1,
        Float32Array.from(centre, (value) => value + 0.022 * normal(random)),
      ),
      quality: 80,
      create_time: start,
    }))
  })
  await insert(scope, trx, 'face/template', rows)
  for (const [index, { status: state }] of people.entries())
    if (state === status.enrolled)
      await addSnapshot(scope, trx, { person: ids[index] ?? 0 }, pictures[index] ?? Buffer.alloc(0))
  return ids.slice(0, 21)
}

async function addRecords(
  scope: Scope,
  trx: Transaction,
  random: () => number,
  people: readonly number[],
  pictures: readonly Buffer[],
): Promise<void> {
  const { result, source } = recordOptions
  const [device = 0] = await insert(scope, trx, 'face/device', [
    {
      device_no: 'FA-001',
      name: scope.language === 'zh-cn' ? '东门闸机' : 'East gate',
      place: scope.language === 'zh-cn' ? '东门' : 'East entrance',
      status: deviceOptions.status.active,
      create_time: start,
      update_time: start,
    },
  ])
  const count = 40
  const rows = Array.from({ length: count }, (_record, index) => {
    const isStranger = index % 9 === 4
    const isPoor = index % 13 === 6
    const isDecided = index < count - 6
    const kind = isPoor ? result.low_quality : isStranger ? result.stranger : isDecided ? result.match : result.suspect
    const time = start + 30 * 86_400 + index * 5400
    return {
      person_id: isPoor || isStranger ? null : (people[Math.floor(random() * people.length)] ?? null),
      result: kind,
      source: source.device,
      device_id: device,
      device_seq: index + 1,
      distance: isPoor ? null : Math.round((isStranger ? 6000 : 2400) + random() * 1500),
      occurred: time,
      device_time: time,
      server_time: time + 1,
      late: 0,
      time_suspect: 0,
      reason: isPoor ? 'blurred' : null,
      create_time: time,
    }
  })
  const ids = await insert(scope, trx, 'face/record', rows)
  const waiting = ids.slice(-6)
  for (const [index, id] of waiting.entries())
    await addSnapshot(
      scope,
      trx,
      { record: id, person: rows[count - 6 + index]?.person_id ?? null },
      pictures[index] ?? Buffer.alloc(0),
    )
}
