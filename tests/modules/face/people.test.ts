/** People: consent, enrolment, verification, erasure; devices and records; nothing biometric in the clear. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { personOptions, recordOptions } from '#generated/face/options.ts'
import { filesBelow } from '../../../cli/launcher/publish.mjs'
import { nowSeconds, runAt } from '../../../runtime/server/core/clock.ts'
import { createBackup, restoreBackup } from '../../../runtime/server/ops/backup/backup.ts'
import { openVector, sealVector } from '../../../runtime/modules/face/server/library/vectors.ts'
import { tombstoneFile } from '../../../runtime/modules/face/server/people/tombstone-list.ts'
import { applyTombstones, removeExpired } from '../../../runtime/modules/face/server/people/tombstones.ts'
import { addSnapshot } from '../../../runtime/modules/face/server/records/snapshots.ts'
import type { Pose } from '../../../runtime/modules/face/shared/face-routes.ts'
import { moduleEngines, openAt } from '../../support/databases.ts'
import { openFace, type FaceSite } from './face-site.ts'
import { frameOf, readPicture, relit, turned } from './pictures.ts'

const { status } = personOptions
const { result } = recordOptions

/** Frames of one person by pose, and of somebody else. */
const frames: Partial<Record<Pose | 'other', string>> = {}
beforeAll(async () => {
  const bytes = readPicture(onePerson)
  frames.front = frameOf(bytes)
  frames.left = frameOf(await turned(bytes, 0.18))
  frames.right = frameOf(await turned(bytes, -0.1))
  frames.other = frameOf(readPicture(otherPerson))
})
const onePerson = 'person01-1.jpg'
const otherPerson = 'person19-1.jpg'

interface ChallengeAnswer {
  readonly nonce: string
  readonly steps: readonly Pose[]
}

describe.each(moduleEngines)('faces on $name', (engine) => {
  let site: FaceSite
  beforeAll(async () => {
    site = await openFace(engine)
    await site.set({ face_members: '1' })
  })
  afterAll(() => site?.dispose())
  beforeEach(() => rmSync(tombstoneFile(site.scope.settings), { force: true }))

  const rows = (table: string) => site.rows(table)
  const person = (id: number) => site.app.row('face_person', id)
  const addPerson = async (name: string): Promise<number> => {
    const added = await site.app.post<{ id: number }>(site.root, 'face.Person/add', { name })
    expect(added).toMatchObject({ code: 1 })
    return added.data.id
  }
  const consent = (id: number) =>
    site.app.post(site.root, 'face.Person/consent', { id, consent_by: 'On paper, filed at the desk' })

  const challenge = async (member: number, purpose: string): Promise<ChallengeAnswer> => {
    const answer = await site.call<ChallengeAnswer>(member, 'face.Index/challenge', { purpose })
    expect(answer).toMatchObject({ code: 1 })
    return answer.data
  }
  const agree = async (member: number) => {
    const { data } = await site.call<{ consent_version: string }>(member, 'face.Index/index')
    return site.call(member, 'face.Index/consent', { version: data.consent_version })
  }
  const enrolAll = async (member: number) => {
    let { nonce, steps } = await challenge(member, 'enrol')
    for (let frame = 0; frame < 3; frame++) {
      const answer = await site.call<{
        accepted: boolean
        reason: string
        status: string
        next: ChallengeAnswer | null
      }>(member, 'face.Index/enrol', { nonce, frame: frames[steps[0]!]! })
      expect(answer.data).toMatchObject({ accepted: true, reason: '' })
      ;({ nonce, steps } = answer.data.next ?? { nonce: '', steps: [] })
    }
  }
  const verify = async (member: number, frameAt: (step: Pose, index: number) => Promise<string> | string) => {
    const { nonce, steps } = await challenge(member, 'verify')
    const all: string[] = []
    for (const [index, step] of steps.entries()) all.push(await frameAt(step, index))
    const answer = await site.call<{ result: string; reason: string; message: string }>(member, 'face.Index/verify', {
      nonce,
      frames: all,
    })
    expect(answer).toMatchObject({ code: 1 })
    return answer.data
  }

  it('T20 a member enrols after consent, is verified, and erases everything', async () => {
    const member = await site.member()
    const none = { data: { status: 'none', templates: 0, available: true } }
    expect(await site.call(member, 'face.Index/index')).toMatchObject(none)
    // Neither a challenge nor a frame without consent, nor consent to another text.
    for (const purpose of ['enrol', 'verify'])
      expect(await site.call(member, 'face.Index/challenge', { purpose })).toMatchObject({ code: 0 })
    expect(await site.call(member, 'face.Index/consent', { version: 'old' })).toMatchObject({ code: 0 })
    expect(await agree(member)).toMatchObject({ code: 1 })
    expect(await agree(member)).toMatchObject({ code: 0 })

    // A challenge is good once, for its owner, its purpose and its pose.
    const first = await challenge(member, 'enrol')
    expect(first.steps).toEqual(['front'])
    const other = await site.member()
    await agree(other)
    const foreign = await site.call(other, 'face.Index/enrol', { nonce: first.nonce, frame: frames.front! })
    expect(foreign.data).toMatchObject({ accepted: false, reason: 'expired', templates: 0 })
    const wrongPose = await site.call<{ next: ChallengeAnswer }>(member, 'face.Index/enrol', {
      nonce: first.nonce,
      frame: frames.right!,
    })
    expect(wrongPose.data).toMatchObject({ accepted: false, reason: 'pose', templates: 0 })
    const again = await site.call(member, 'face.Index/enrol', { nonce: first.nonce, frame: frames.front! })
    expect(again.data).toMatchObject({ accepted: false, reason: 'expired' })
    const notPicture = await site.call(member, 'face.Index/enrol', {
      nonce: wrongPose.data.next.nonce,
      frame: 'AAAA',
    })
    expect(notPicture.data).toMatchObject({ reason: 'unreadable', message: expect.stringContaining('JPEG') })

    await enrolAll(member)
    expect(await site.call(member, 'face.Index/index')).toMatchObject({ data: { status: 'enrolled', templates: 3 } })

    // The automatic acceptance is off: the right face is suspect, another one is a stranger.
    expect(await verify(member, (step) => frames[step]!)).toMatchObject({ result: 'suspect', reason: '' })
    expect(await verify(member, (step) => (step === 'front' ? frames.other! : frames[step]!))).toMatchObject({
      result: 'low_quality',
      reason: 'other_face',
    })
    // A picture that does not move fails the challenge, whether the same bytes or not (PulseStack#159).
    expect(await verify(member, () => frames.front!)).toMatchObject({ reason: 'same_frame' })
    const bytes = readPicture(onePerson)
    const still = await verify(member, async (_step, index) => frameOf(await relit(bytes, 1 + index / 50)))
    expect(still).toMatchObject({ result: 'low_quality', reason: 'pose', message: expect.stringContaining('turned') })
    const mine = await site.app.database.query
      .selectFrom('face_person')
      .selectAll()
      .where('user_id', '=', member)
      .executeTakeFirstOrThrow()
    const id = Number(mine['id'])
    const records = (await rows('face_record')).filter((row) => Number(row['person_id']) === id)
    expect(records.map((row) => row['result'])).toEqual([
      result.suspect,
      result.low_quality,
      result.low_quality,
      result.low_quality,
    ])

    expect(await site.call(member, 'face.Index/remove', {})).toMatchObject({ code: 1 })
    expect(await site.call(member, 'face.Index/index')).toMatchObject(none)
    await expectErased(id, String(mine['reference']))
    expect(await agree(member)).toMatchObject({ code: 1 })
  })

  /** F2: nothing of a person is left but a row without a name. */
  const expectErased = async (id: number, reference: string): Promise<void> => {
    const row = await person(id)
    expect(row).toMatchObject({
      status: status.erased,
      name: `Erased person ${id}`,
      person_no: null,
      user_id: null,
      consent_by: null,
      templates: 0,
    })
    for (const table of ['face_template', 'face_snapshot', 'face_record', 'face_device_user', 'face_view_log'])
      expect((await rows(table)).filter((entry) => Number(entry['person_id']) === id)).toEqual([])
    expect(readFileSync(tombstoneFile(site.scope.settings), 'utf8')).toContain(reference)
  }

  it('F1 T10 keeps no vector, picture or frame in the clear: in tables, file, exports and backup', async () => {
    const member = await site.member()
    await agree(member)
    await enrolAll(member)
    expect(await verify(member, (step) => frames[step]!)).toMatchObject({ result: 'suspect' })
    const templates = (await site.app.database.query
      .selectFrom('face_template as t')
      .innerJoin('face_person as p', 'p.id', 't.person_id')
      .select(['t.slot', 't.vector', 't.person_id as id', 'p.reference'])
      .where('p.user_id', '=', member)
      .orderBy('t.slot')
      .execute()) as readonly { slot: number; vector: string; id: number; reference: string }[]
    expect(templates).toHaveLength(3)
    const [{ id, reference, vector }] = templates as [(typeof templates)[number]]
    const vectors = templates.map((template) =>
      openVector(site.scope.settings, reference, template.slot, template.vector),
    )
    expect(() => openVector(site.scope.settings, randomUUID(), 1, vector)).toThrow()
    expect(() => openVector(site.scope.settings, reference, 2, vector)).toThrow()
    const secrets = [
      ...vectors.flatMap(({ buffer, byteOffset }) => {
        const bytes = Buffer.from(buffer, byteOffset, 48)
        return [bytes, Buffer.from(bytes.toString('base64')), Buffer.from(bytes.toString('hex'))]
      }),
      ...vectors.map(([first = 0]) => Buffer.from(String(first))),
      ...[frames.front!, frames.left!, frames.right!].flatMap((frame) => {
        const part = frame.slice(1200, 1264)
        return [Buffer.from(part), Buffer.from(part, 'base64')]
      }),
      // Every JPEG begins with these characters in base64.
      Buffer.from('/9j/4'),
    ]
    const expectNone = (content: Buffer, place: string) => {
      for (const secret of secrets) expect(content.includes(secret), `${place}: ${secret.toString()}`).toBe(false)
    }
    for (const { table } of site.scope.registry.list) expectNone(Buffer.from(JSON.stringify(await rows(table))), table)
    const text = JSON.stringify(await rows('admin_log'))
    expect(text).toContain('face')
    const target = join(site.scope.settings.dataFolder, `backup-${randomUUID()}`)
    if (engine.name === 'sqlite') {
      const { file } = (await site.app.database.query
        .selectFrom('pragma_database_list' as never)
        .select('file' as never)
        .executeTakeFirstOrThrow()) as { file: string }
      const uploadFolder = join(site.scope.settings.dataFolder, 'storage')
      await createBackup({ databaseUrl: `sqlite:${file}`, uploadFolder, target, version: '1.0.0', now: nowSeconds() })
      const copies = filesBelow(target)
      expect(copies.length).toBeGreaterThan(1)
      // Neither the key, without which templates cannot be read, nor the list of erased people is part of it.
      expect(copies.filter((path) => /secret\.key|erased-faces/.test(path))).toEqual([])
      for (const path of [file, `${file}-wal`, ...copies]) if (existsSync(path)) expectNone(readFileSync(path), path)
    }
    // Lists, records and exports have neither, nor what stands in the database in their place.
    for (const path of ['face.Person/index', `face.Person/edit?id=${id}`, 'face.Person/export?format=csv']) {
      const { text: answer } = await site.app.get(site.root, path)
      expectNone(Buffer.from(answer), path)
      for (const secret of [vector, reference]) expect(answer).not.toContain(secret)
    }
    const exported = await site.app.post(site.root, 'user.User/exportData', { id: member })
    expect(exported.text).toContain('face/person')
    expectNone(Buffer.from(exported.text), 'export of the member')
    for (const path of ['face.Template/index', 'face.Snapshot/index', 'face.Challenge/index', 'face.Calibration/index'])
      expect(
        (await site.app.get(site.root, path)).status === 404 || (await site.app.get(site.root, path)).code === 0,
      ).toBe(true)
    expect(await site.call(member, 'face.Index/remove', {})).toMatchObject({ code: 1 })
    await expectErased(id, reference)
    if (engine.name === 'sqlite') await expectErasedAgain(id, target)
  })

  /** F2: a backup of before brings the templates back, until the start after `restore` reads the list. */
  const expectErasedAgain = async (id: number, source: string): Promise<void> => {
    const place = await engine.place()
    const uploadFolder = join(site.scope.settings.dataFolder, 'restored')
    await restoreBackup({ source, databaseUrl: place.url, uploadFolder, replaced: null })
    const database = await openAt(place)
    try {
      const count = async () =>
        (await database.query.selectFrom('face_template').select('id').where('person_id', '=', id).execute()).length
      expect(await count()).toBe(3)
      const scope = { ...site.scope, database } as unknown as FaceSite['scope']
      expect(await database.write((trx) => applyTombstones(scope, trx as never))).toBe(1)
      expect(await count()).toBe(0)
    } finally {
      await database.close()
      await place.remove()
    }
  }

  it('F2 a restored backup is erased again, and what only the database knows joins the list', async () => {
    const [id = 0, other = 0] = await site.addEnrolled(2)
    const reference = String((await person(id))?.['reference'])
    // A record that was assigned to the person after its picture was stored, and somebody who looks alike.
    await site.app.database.write(async (trx) => {
      const record = { person_id: id, result: result.suspect, source: 1, occurred: 1, server_time: 1, late: 0 }
      const { id: recordId } = await trx
        .insertInto('face_record')
        .values({ ...record, time_suspect: 0, version: 1, create_time: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await addSnapshot(site.scope, trx as never, { record: Number(recordId), person: null }, Buffer.from('image'))
      await trx.updateTable('face_person').set({ similar_to_id: id }).where('id', '=', other).execute()
    })
    const pictures = (await rows('face_snapshot')).length
    const before = await site.app.database.query
      .selectFrom('face_template')
      .selectAll()
      .where('person_id', '=', id)
      .execute()
    const row = await person(id)
    expect(await site.app.post(site.root, 'face.Person/erase', { id, reason: 'asked for it' })).toMatchObject({
      code: 1,
    })
    await expectErased(id, reference)
    expect(await rows('face_snapshot')).toHaveLength(pictures - 1)
    expect(await person(other)).toMatchObject({ similar_to_id: null })
    expect(await site.app.post(site.root, 'face.Person/erase', { id, reason: 'again' })).toMatchObject({ code: 0 })
    // As `restore` brings it back.
    await site.app.database.write(async (trx) => {
      await trx.updateTable('face_person').set(row!).where('id', '=', id).execute()
      await trx.insertInto('face_template').values(before).execute()
    })
    const apply = () => site.app.database.write((trx) => applyTombstones(site.scope, trx as never))
    expect(await apply()).toBe(1)
    await expectErased(id, reference)
    expect(await apply()).toBe(0)
    expect(await person(other)).toMatchObject({ status: status.enrolled })
    rmSync(tombstoneFile(site.scope.settings))
    await apply()
    await expectErased(id, reference)
  })

  it('T13 keeps no former values of an erased person, and erases the face with the account of a member', async () => {
    const id = await addPerson('Kept by a rule')
    for (const table of ['data_recycle_log', 'sensitive_data_log'] as const)
      await site.app.database.write((trx) =>
        trx
          .insertInto(table)
          .values({ ...formerValue, entity: 'face/person', record_id: id, version: 1, create_time: 1 })
          .execute(),
      )
    expect(await site.app.post(site.root, 'face.Person/erase', { id, reason: 'asked for it' })).toMatchObject({
      code: 1,
    })
    for (const table of ['data_recycle_log', 'sensitive_data_log'])
      expect((await rows(table)).filter((row) => row['entity'] === 'face/person' && row['record_id'] === id)).toEqual(
        [],
      )
    const member = await site.member()
    await agree(member)
    const mine = (await rows('face_person')).find((row) => Number(row['user_id']) === member)!
    expect(await site.app.post(site.root, 'user.User/erase', { id: member, reason: 'asked for it' })).toMatchObject({
      code: 1,
    })
    await expectErased(Number(mine['id']), String(mine['reference']))
  })

  it('staff record consent first, and compare people who look alike', async () => {
    const id = await addPerson('Enrolled at the desk')
    expect(await site.app.post(site.root, 'face.Person/challenge', { purpose: 'enrol', id })).toMatchObject({ code: 0 })
    expect(await site.app.post(site.root, 'face.Person/enrol', { id })).toMatchObject({ code: 0 })
    expect(await consent(id)).toMatchObject({ code: 1 })
    expect(await person(id)).toMatchObject({ consent_version: expect.stringMatching(/^2026-11-/) })
    expect(await site.app.post(site.root, 'face.Person/enrol', { id })).toMatchObject({ code: 0 })
    const start = async () =>
      (await site.app.post<ChallengeAnswer>(site.root, 'face.Person/challenge', { purpose: 'enrol', id })).data
    let { nonce, steps } = await start()
    const capture = async (frame: string) => {
      const { data } = await site.app.post<Record<string, unknown> & { next: ChallengeAnswer | null }>(
        site.root,
        'face.Person/capture',
        { id, nonce, frame },
      )
      ;({ nonce, steps } = data.next ?? { nonce: '', steps: [] })
      return data
    }
    expect(await capture(frames.front!)).toMatchObject({ accepted: true, templates: 1 })
    // Somebody else before the camera is not the same person.
    expect(steps).toEqual(['left'])
    const someoneElse = frameOf(await turned(readPicture(otherPerson), 0.09))
    expect(await capture(someoneElse)).toMatchObject({ accepted: false, reason: 'other_face', templates: 1 })
    // The same face under another name waits for somebody who compares.
    const double = await site.app.database.query
      .selectFrom('face_template')
      .selectAll()
      .where('person_id', '=', id)
      .executeTakeFirstOrThrow()
    const reference = String((await person(id))?.['reference'])
    const [twin = 0] = await site.addEnrolled(1)
    const twinReference = String((await person(twin))?.['reference'])
    const face = openVector(site.scope.settings, reference, 1, String(double['vector']))
    await site.app.database.write(async (trx) => {
      await trx.deleteFrom('face_template').where('person_id', '=', twin).execute()
      for (const slot of [1, 2, 3])
        await trx
          .insertInto('face_template')
          .values({
            ...double,
            id: undefined as never,
            person_id: twin,
            slot,
            vector: sealVector(site.scope.settings, twinReference, slot, face),
          })
          .execute()
    })
    expect(await capture(frames.left!)).toMatchObject({ accepted: true, templates: 2 })
    expect(await capture(frames.right!)).toMatchObject({ accepted: true, templates: 3, status: 'review', next: null })
    expect(await person(id)).toMatchObject({ status: status.consented, similar_to_id: twin })
    expect(await site.app.post(site.root, 'face.Person/enrol', { id })).toMatchObject({ code: 1 })
    expect(await person(id)).toMatchObject({ status: status.enrolled, similar_to_id: null })

    // 1:N: both are near, so that it stays open; the pictures are shown, and the view is logged.
    await site.set({ face_challenge: '0' })
    const { data: question } = await site.app.post<ChallengeAnswer>(site.root, 'face.Person/challenge', {
      purpose: 'verify',
    })
    expect(question.steps).toEqual(['front'])
    const { data: verdict } = await site.app.post<{ record: number; pictures: string[]; result: string }>(
      site.root,
      'face.Person/identify',
      { nonce: question.nonce, frames: [frames.front!] },
    )
    expect(verdict).toMatchObject({ result: 'suspect', reason: '' })
    expect(verdict.pictures[0]).toMatch(/^data:image\/jpeg;base64,\/9j\//)
    expect((await rows('face_view_log')).at(-1)).toMatchObject({ admin_id: site.root, record_id: verdict.record })
    await site.set({ face_challenge: '1' })

    // The snapshot is shown on request, which is logged; then somebody decides, once.
    const viewed = await site.app.post<{ picture: string }>(site.root, 'face.Record/view', { id: verdict.record })
    expect(viewed.data.picture).toMatch(/^data:image\/jpeg;base64,/)
    expect((await rows('face_view_log')).at(-1)).toMatchObject({ kind: 1, record_id: verdict.record })
    const confirm = { id: verdict.record, is_person: true }
    expect(await site.app.post(site.root, 'face.Record/confirm', confirm)).toMatchObject({ code: 1 })
    expect(await site.app.row('face_record', verdict.record)).toMatchObject({
      result: result.match,
      confirmed_by_id: site.root,
    })
    expect(await site.app.post(site.root, 'face.Record/confirm', confirm)).toMatchObject({ code: 0 })

    // Its time is over after thirty days.
    await runAt(nowSeconds() + 31 * 86_400, () => site.app.database.write((trx) => removeExpired(trx as never)))
    expect((await rows('face_snapshot')).filter((row) => row['record_id'] !== null)).toEqual([])
    expect(await site.app.post(site.root, 'face.Record/view', { id: verdict.record })).toMatchObject({ code: 0 })
    for (const enrolled of [id, twin])
      expect(await site.app.post(site.root, 'face.Person/erase', { id: enrolled, reason: 'end' })).toMatchObject({
        code: 1,
      })
  })
})

/** Columns that both logs of former values require. */
const formerValue = {
  data_table: 'face_person',
  primary_key: 'id',
  username: 'root',
  ip: '127.0.0.1',
  useragent: '-',
} as const
