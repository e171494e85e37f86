/** The figures of the fire safety display, compared with another computation on random data. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatSeconds, writeListQuery } from 'tablewright/protocol'
import { randomOf } from '../../../runtime/modules/wms/server/demo/random.ts'
import { tenThousands, tileNames, type Board, type Period } from '../../../runtime/modules/face/shared/dashboard.ts'
import { moduleEngines } from '../../support/databases.ts'
import { ask } from '../../server/session/endpoint.ts'
import { openFace, tileOf, type FaceSite } from './face-site.ts'

const day = 86_400
/** Noon of a day with a month ahead of it in its year. */
const now = Date.UTC(2026, 10, 15, 4) / 1000
const timeZone = 'Asia/Shanghai'
const monthAt = (seconds: number): string => formatSeconds(seconds, timeZone).slice(0, 7)

interface Row {
  readonly [name: string]: string | number | null
}

/** Random records around this moment: in both years, deleted ones, and at the edges of months. */
function randomData() {
  const { next, int: between } = randomOf(4711, 'fire safety')
  const edges = Array.from({ length: 26 }, (_month, index) => {
    const [year = 0, month = 1] = monthAt(now).split('-').map(Number)
    return Date.UTC(year, month - 1 - index, 1) / 1000 - 8 * 3600
  })
  const past = (): number => {
    const edge = edges[between(0, 25)]!
    const time = next() < 0.2 ? edge - between(0, 1) : now - between(0, 800 * day)
    return Math.min(now, time)
  }
  const deleted = () => (next() < 0.1 ? now : null)
  const buildings = Array.from({ length: 11 }, (_building, index) => `B${index}`)
  const alarms = Array.from({ length: 300 }, (_alarm, index): Row => {
    const occurred = past()
    const status = between(0, 2)
    return {
      alarm_no: `A${index}`,
      building: buildings[between(0, 10)]!,
      level: between(1, 3),
      occurred,
      status,
      false_alarm: status === 2 && next() < 0.4 ? 1 : 0,
      confirmed: status === 0 ? null : occurred + between(0, 900),
      closed: status === 2 ? occurred + 1000 : null,
      source: 0,
      late: 0,
      time_suspect: 0,
      delete_time: deleted(),
    }
  })
  const hazards = Array.from({ length: 200 }, (): Row => {
    const start = past()
    const due = start + between(0, 30 * day)
    const isFixed = next() < 0.7
    return {
      title: 'H',
      building: buildings[between(0, 10)]!,
      level: 1,
      found: start,
      due,
      fixed: isFixed ? Math.min(now, next() < 0.2 ? due : start + between(0, 45 * day)) : null,
      status: isFixed ? 1 : 0,
      delete_time: deleted(),
    }
  })
  const inspections = Array.from({ length: 120 }, (): Row => {
    const done = next() < 0.7 ? past() : null
    return {
      title: 'I',
      building: 'B1',
      plan: done ?? now + between(-20 * day, 20 * day),
      done,
      status: done === null ? 0 : 1,
      result: done === null ? null : between(1, 2),
      delete_time: deleted(),
    }
  })
  const year = Number(monthAt(now).slice(0, 4))
  const budget = [year - 1, year, year + 1].flatMap((each) =>
    Array.from({ length: 12 }, (_month, index) => index + 1)
      .filter(() => next() < 0.8)
      .flatMap((month) =>
        ['a', 'b'].map((purpose): Row => ({
          year: String(each),
          month,
          purpose,
          // Such that sums of rounded figures differ from the rounded sum.
          planned: between(1, 9) * 10_000 + 4_999,
          spent: each > year ? 0 : between(0, 9) * 10_000 + 4_900,
          delete_time: deleted(),
        })),
      ),
  )
  const devices = Array.from({ length: 60 }, (_device, index): Row => ({
    device_no: `D${index}`,
    name: 'D',
    kind: 1,
    building: 'B1',
    status: between(0, 4),
    delete_time: deleted(),
  }))
  return { alarms, hazards, inspections, budget, devices }
}

const numbers = (rows: readonly Row[], column: string): number[] => rows.map((row) => Number(row[column]))

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((left, right) => left - right)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

describe.each(moduleEngines)('the figures of fire safety on $name', (engine) => {
  let site: FaceSite
  const data = randomData()
  const live = (rows: readonly Row[]) => rows.filter(({ delete_time }) => delete_time === null)
  const year = Number(monthAt(now).slice(0, 4))
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 })
    site = await openFace(engine)
    await site.allow('staff')
  })
  afterAll(async () => {
    await site?.dispose()
    vi.useRealTimers()
  })

  const hasBegun = (board: Board, month: number): boolean =>
    `${board.year}-${String(month).padStart(2, '0')}` <= monthAt(now)

  it('F6 are 0 or null without records', async () => {
    const board = await site.board()
    expect(board.tiles.map(({ name, count }) => [name, count])).toEqual(tileNames.map((name) => [name, 0]))
    expect([board.response_seconds, board.rectification]).toEqual([null, null])
    expect(board.buildings).toEqual([])
    for (const { period, alarms, spent } of board.months)
      expect([period, alarms, spent]).toEqual([period, ...(hasBegun(board, period) ? [0, '0.00'] : [null, null])])
  })

  it('F6 F7 agree with the lists and with another computation', async () => {
    await site.insert('face_fire_alarm', data.alarms)
    await site.insert('face_fire_hazard', data.hazards)
    await site.insert('face_fire_inspection', data.inspections)
    await site.insert('face_fire_budget', data.budget)
    await site.insert('face_fire_device', data.devices)
    for (const each of [year, year - 1, year + 1, 2001]) {
      const board = await site.board(each)
      expect(board.year).toBe(each)
      for (const { name, entity, count, search } of board.tiles) {
        const page = entity.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase()).replace('/', '.')
        const query = writeListQuery({ search: search as never, exact: true })
        const list = await site.app.get<{ total: number }>(
          site.root,
          `${page.replace(/\.(.)/, (_match, letter: string) => `.${letter.toUpperCase()}`)}/index?${query}`,
        )
        expect([each, name, list.data.total]).toEqual([each, name, count])
      }
      const ofYear = live(data.alarms).filter(({ occurred }) => monthAt(Number(occurred)).startsWith(`${each}-`))
      const confirmed = ofYear.filter(({ confirmed }) => confirmed !== null)
      expect(board.response_seconds).toBe(
        median(confirmed.map((row) => Number(row['confirmed']) - Number(row['occurred']))),
      )
      expect(tileOf(board, 'alarmsYear').count).toBe(ofYear.length)
      // F7: buildings, levels and months add up to the year.
      const add = (list: readonly (number | null)[]): number => list.reduce<number>((sum, item) => sum + (item ?? 0), 0)
      expect(add(board.buildings.map(({ alarms }) => alarms))).toBe(ofYear.length)
      expect(add(board.levels.map(({ alarms }) => alarms))).toBe(ofYear.length)
      expect(add(board.months.map(({ alarms }) => alarms))).toBe(ofYear.length)
      expect(board.years.at(-1)?.alarms ?? 0).toBe(ofYear.length)
      for (const { period, ...figures } of board.months) {
        const name = `${each}-${String(period).padStart(2, '0')}`
        const count = (rows: readonly Row[], column: string): number | null =>
          hasBegun(board, period)
            ? live(rows).filter((row) => row[column] !== null && monthAt(Number(row[column])) === name).length
            : null
        expect([name, figures]).toMatchObject([
          name,
          {
            alarms: count(data.alarms, 'occurred'),
            false_alarms: count(
              data.alarms.filter((row) => row['false_alarm'] === 1),
              'occurred',
            ),
            hazards: count(data.hazards, 'found'),
            inspections: count(data.inspections, 'done'),
          },
        ])
      }
      const fen = (list: readonly Period[], column: 'planned' | 'spent'): number =>
        Math.round(list.reduce((sum, item) => sum + Number(item[column] ?? 0) * 100, 0))
      const rows = live(data.budget).filter((row) => row['year'] === String(each))
      for (const column of ['planned', 'spent'] as const) {
        const total = numbers(rows, column).reduce((sum, item) => sum + item, 0)
        expect([column, fen(board.months, column)]).toEqual([column, total])
        expect(Number(board.budget[column])).toBe(total / 100)
        expect(board.budget[`${column}_wan`]).toBe((Math.round(total / 10_000) / 100).toFixed(2))
        expect(board.years.at(-1)?.[column] ?? '0.00').toBe((total / 100).toFixed(2))
      }
    }
    const due = live(data.hazards).filter((row) => Number(row['due']) <= now)
    const inTime = due.filter((row) => row['fixed'] !== null && Number(row['fixed']) <= Number(row['due']))
    expect((await site.board()).rectification).toBe((Math.round((inTime.length * 1000) / due.length) / 10).toFixed(1))
  })

  it('are sums before they are rounded', () => {
    expect([0, 4999, 5000, 14_999, 15_000, 12_345_678, -15_000].map(tenThousands)).toEqual([
      '0.00',
      '0.00',
      '0.01',
      '0.01',
      '0.02',
      '12.35',
      '-0.02',
    ])
  })

  it('T22 are shown to those whom the site allows, and look like nothing to all others', async () => {
    const { app } = site
    expect((await ask(app.running, 'GET', '/faceid')).headers['location']).toBe('/#/faceid')
    const guard = await app.account('guard', [await app.group('guards', ['face/dashboard/index'])])
    const other = await app.account('other', [await app.group('others', ['face/fireAlarm/index'])])
    const visitor = () => ask<Board>(app.running, 'GET', '/api/face.Dashboard/index')
    const codes = { nobody: [404, 404, 401], staff: [404, 1, 401], members: [404, 1, 401], everybody: [1, 1, 401] }
    for (const viewers of ['nobody', 'staff', 'members', 'everybody'] as const) {
      await site.allow(viewers)
      const answers = [
        await visitor(),
        await app.get<Board>(guard, 'face.Dashboard/index'),
        await app.get<Board>(other, 'face.Dashboard/index'),
      ]
      expect([viewers, answers.map(({ status, code }) => (status === 404 ? 404 : code))]).toEqual([
        viewers,
        codes[viewers],
      ])
    }
    // Totals only: neither conditions of lists nor single alarms; the token of an administrator changes nothing here.
    const token = await app.token(site.root)
    const answer = await ask<Board>(app.running, 'GET', '/api/face.Dashboard/index', { token })
    expect([answer.data.alarms, new Set(answer.data.tiles.map(({ search }) => search))]).toEqual([
      null,
      new Set([null]),
    ])
    const own = await app.get<Board>(guard, 'face.Dashboard/index')
    expect([own.data.alarms, own.data.tiles.some(({ search }) => search)]).toEqual([null, false])
    const root = await site.board()
    expect(root.alarms?.length).toBe(8)
    expect(tileOf(answer.data, 'alarmsOpen').count).toBe(tileOf(root, 'alarmsOpen').count)
    for (const query of ['year=1999', 'year=2101', 'year=x', 'years=2026'])
      expect(
        await ask(app.running, 'GET', `/api/face.Dashboard/index?${query}`, { headers: { 'x-tablewright': '1' } }),
      ).toMatchObject({
        code: 0,
      })
  })
})
