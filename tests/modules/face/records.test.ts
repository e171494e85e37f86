/** Records of devices, and when the machine may accept by itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOptions, recordOptions } from '#generated/face/options.ts'
import { nowSeconds } from '../../../runtime/server/core/clock.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openFace, type FaceSite } from './face-site.ts'
import { frameOf, readPicture } from './pictures.ts'

const { status } = personOptions
const { result } = recordOptions

describe.each(moduleEngines)('face records on $name', (engine) => {
  let site: FaceSite
  beforeAll(async () => {
    site = await openFace(engine)
  })
  afterAll(() => site?.dispose())

  const rows = (table: string) => site.rows(table)

  it('T30 F5 devices report each record once, by their own users and the time of the server', async () => {
    const added = async (page: string, body: object) =>
      (await site.app.post<{ id: number }>(site.root, `${page}/add`, body)).data.id
    const newDevice = async (number: string) => {
      const id = await added('face.Device', { device_no: number, name: `Gate ${number}` })
      const { data } = await site.app.post<{ token: string }>(site.root, 'face.Device/issueToken', { id })
      return { id, token: data.token }
    }
    const [first, second] = [await newDevice('1'), await newDevice('2')]
    const now = nowSeconds()
    const records = [7, 8, 9].map((seq) => ({ seq, time: now, user: '29' }))
    const send = (token: string, body: object) => site.sendRecords(token, body)
    expect(await send(first.token, { clock: now, records })).toMatchObject({
      status: 200,
      data: { added: 3, duplicates: 0 },
    })
    const replays = await Promise.all([1, 2, 3].map(() => send(first.token, { clock: now, records })))
    for (const { data } of replays) expect(data).toEqual({ added: 0, duplicates: 3 })
    // User 29 of another device is somebody else (biometric-attendance-sync-tool#61).
    expect((await send(second.token, { clock: now, records })).data).toEqual({ added: 3, duplicates: 0 })
    const [anna = 0, ben = 0] = await site.addEnrolled(2)
    const users = await rows('face_device_user')
    const assign = async (device: number, id: number) => {
      const user = users.find((row) => Number(row['device_id']) === device)!
      const { data } = await site.app.get<{ row: object }>(site.root, `face.DeviceUser/edit?id=${user['id']}`)
      expect(
        await site.app.post(site.root, 'face.DeviceUser/edit', { ...data.row, id: user['id'], person_id: id }),
      ).toMatchObject({ code: 1 })
    }
    await assign(first.id, anna)
    await assign(second.id, ben)
    await send(first.token, { clock: now, records: [{ seq: 10, time: now, user: 29 }] })
    const people = async (device: number) =>
      (await rows('face_record'))
        .filter((row) => Number(row['device_id']) === device)
        .map((row) => Number(row['person_id']))
    expect(await people(first.id)).toEqual([anna, anna, anna, anna])
    expect(await people(second.id)).toEqual([ben, ben, ben])
    // A claim of a device is confirmed by a person.
    expect((await rows('face_record')).at(-1)).toMatchObject({ result: result.suspect, source: 1 })

    // A clock two hours ahead: marked, and the day is that of the server (adms-server-ZKTeco#14).
    await send(first.token, { clock: now + 7200, records: [{ seq: 11, time: now + 7200, user: '29' }] })
    const doubtful = (await rows('face_record')).at(-1)!
    expect(doubtful).toMatchObject({ time_suspect: 1, late: 0 })
    expect(Math.abs(Number(doubtful['occurred']) - now)).toBeLessThan(120)
    await send(first.token, { clock: now, records: [{ seq: 12, time: now - 86_400, user: '29' }] })
    expect((await rows('face_record')).at(-1)).toMatchObject({ time_suspect: 0, late: 1 })

    // A picture is recognised here; a stranger in a library of thirty is one (face-api.js#640).
    await site.addEnrolled(30)
    const image = frameOf(readPicture('person19-1.jpg'))
    expect(await send(second.token, { clock: now, records: [{ seq: 20, time: now, image }] })).toMatchObject({
      status: 200,
    })
    expect((await rows('face_record')).at(-1)).toMatchObject({ result: result.stranger, person_id: null })
    expect(await send(second.token, { clock: now, records: [{ seq: 21, time: now, image: 'AAAA' }] })).toMatchObject({
      status: 200,
    })
    expect((await rows('face_record')).at(-1)).toMatchObject({ result: result.low_quality, reason: 'unreadable' })

    for (const body of [
      '',
      '[]',
      { clock: now, records: [{ seq: 1, time: now }] },
      { clock: 'x' },
      { clock: now, other: 1 },
    ])
      expect(await site.sendRecords(first.token, body)).toMatchObject({ status: 400, code: 0 })
    // The token of another kind of device, a revoked one, and a device that is switched off.
    const fire = await added('face.FireDevice', { device_no: 'F1', name: 'Smoke', kind: 1, building: 'A' })
    const { data: fireToken } = await site.app.post<{ token: string }>(site.root, 'face.FireDevice/issueToken', {
      id: fire,
    })
    expect(await send(fireToken.token, { clock: now })).toMatchObject({ status: 401 })
    expect(await site.report(first.token, { clock: now })).toMatchObject({ status: 401 })
    expect(await site.app.post(site.root, 'face.Device/revokeToken', { id: first.id })).toMatchObject({ code: 1 })
    expect(await send(first.token, { clock: now })).toMatchObject({ status: 401 })
    const { data: device } = await site.app.get<{ row: object }>(site.root, `face.Device/edit?id=${second.id}`)
    await site.app.post(site.root, 'face.Device/edit', { ...device.row, id: second.id, status: 0 })
    expect(await send(second.token, { clock: now })).toMatchObject({ status: 401 })
  })

  it('T52 accepts by itself only where the site wants it and the own library allows it', async () => {
    const state = async () =>
      (
        await site.app.get<{ in_force: boolean; obstacle: string; enrolled: number }>(
          site.root,
          'face.Thresholds/index',
        )
      ).data
    const calibrate = async () =>
      expect(await site.app.post(site.root, 'face.Thresholds/calibrate', {})).toMatchObject({ code: 1 })
    const all = (await rows('face_person')).filter((row) => row['status'] === status.enrolled)
    await site.app.database.write(async (trx) => {
      await trx.deleteFrom('face_calibration').execute()
      await trx
        .updateTable('face_person')
        .set({ status: status.suspended })
        .where('id', '>', 0)
        .where('status', '=', status.enrolled)
        .execute()
    })
    expect(await state()).toMatchObject({ in_force: false, obstacle: 'none', enrolled: 0 })
    const ids = await site.addEnrolled(19)
    await site.set({ face_auto_accept: '1' })
    await calibrate()
    expect(await state()).toMatchObject({ in_force: false, obstacle: 'persons', enrolled: 19 })
    await site.addEnrolled(1)
    await calibrate()
    expect(await state()).toMatchObject({ in_force: true, obstacle: '', enrolled: 20 })
    // A threshold at which people are taken for others stops it at once.
    await site.set({ face_match: '1.00' })
    expect(await state()).toMatchObject({ in_force: false, obstacle: 'curve' })
    await site.set({ face_match: '0.45' })
    expect(await site.app.post(site.root, 'routine.Config/edit', { face_match: '4.5' })).toMatchObject({ code: 0 })
    expect(all.length + ids.length).toBeGreaterThan(19)
    // Without the rights there are neither rates, nor pictures, nor people.
    const clerk = await site.app.account('clerk', [await site.app.group('clerk', ['face/device/index'])])
    for (const path of ['face.Thresholds/index', 'face.Person/index', 'face.Record/index'])
      expect((await site.app.get(clerk, path)).code).not.toBe(1)
    for (const path of ['face.Record/view', 'face.Record/confirm', 'face.Person/erase', 'face.Person/challenge'])
      expect(
        (await site.app.post(clerk, path, { id: 1, is_person: true, purpose: 'verify', reason: 'x' })).code,
      ).not.toBe(1)
  })
})
