/** The captcha: drawn by the server, burnt by one failed try, consumed by the business call. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hitsTargets } from '../../../runtime/server/identity/captcha/clicks.ts'
import { placeShapes } from '../../../runtime/server/identity/captcha/picture.ts'
import { isCorrectAnswer } from '../../../runtime/server/identity/captcha/question.ts'
import { shapes } from '../../../runtime/server/identity/captcha/shapes.ts'
import { consumeCaptcha } from '../../../runtime/server/identity/captcha/captcha.ts'
import { moduleEngines } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { ask, clicks, hash, solvePicture, targetsOf } from './endpoint.ts'

interface Picture {
  id: string
  text: string[]
  base64: string
  width: number
  height: number
}
interface Question {
  id: string
  mode: string
  question: string
  wait: number
}

/** What the classic check accepts and ours must not. */
const classic = [
  'a,b-c,d;e;f',
  '0,0-0,0;0;0',
  '-;;',
  ';;',
  '',
  'NaN,NaN-NaN,NaN;350;200',
  'Infinity,1-1,1;350;200',
  '1e2,1-1,1;350;200',
  '-1,5-5,5;350;200',
  '5,5-5,5;350;-200',
  '0x10,1-1,1;350;200',
  '1,1;350;200;1',
]

describe.each(moduleEngines)('T39 the captcha on $name', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine)
  })
  afterAll(() => running.dispose())

  const picture = (id: string, more = '') => ask<Picture>(running, 'GET', `/api/common/clickCaptcha?id=${id}${more}`)
  const check = (id: unknown, info: unknown, more: object = {}) =>
    ask(running, 'POST', '/api/common/checkClickCaptcha', { payload: { id, info, ...more } })
  const kept = async (id: string) =>
    (await running.database.query.selectFrom('captcha').select('id').where('key', '=', hash(id)).execute()).length

  it('answers a picture of 350 × 200 and the names of two shapes in the order to click', async () => {
    const id = randomUUID()
    const { code, data } = await picture(id)
    expect(code).toBe(1)
    expect(Object.keys(data).sort()).toEqual(['base64', 'height', 'id', 'text', 'width'])
    expect(data).toMatchObject({ id, width: 350, height: 200 })
    expect(data.text).toHaveLength(2)
    for (const name of data.text) expect(shapes.map((shape) => `<${shape.name.en}>`)).toContain(name)
    const bytes = Buffer.from(data.base64.replace('data:image/png;base64,', ''), 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 350, height: 200 })
    const chinese = (await picture(id, '&lang=zh-cn')).data
    for (const name of chinese.text) expect(shapes.map((shape) => `<${shape.name['zh-cn']}>`)).toContain(name)
  })

  it.each([undefined, '', 'a b', '../x', 'x'.repeat(65), '<id>'])('refuses the id %j', async (id) => {
    expect(
      await ask(
        running,
        'GET',
        id === undefined ? '/api/common/clickCaptcha' : `/api/common/clickCaptcha?id=${encodeURIComponent(id)}`,
      ),
    ).toMatchObject({ status: 200, code: 0, data: { reason: 'bad_query' } })
    expect((await check(id, '1,1-2,2;350;200')).code).toBe(0)
  })

  it('a correct check passes and consumes nothing; the business call consumes it once', async () => {
    const { captchaId, captchaInfo } = await solvePicture(running)
    expect(await check(captchaId, captchaInfo)).toMatchObject({ code: 1, msg: 'Verification is successful!' })
    expect(await check(captchaId, captchaInfo, { unset: true })).toMatchObject({ code: 1 })
    expect(await kept(captchaId)).toBe(1)
    expect(await consumeCaptcha(running.database, captchaId, captchaInfo)).toBe(true)
    expect(await consumeCaptcha(running.database, captchaId, captchaInfo)).toBe(false)
  })

  it('scales clicks from the size the picture was shown with', async () => {
    const { captchaId } = await solvePicture(running)
    const targets = await targetsOf(running.database, captchaId)
    for (const scale of [0.5, 0.857, 1, 1.5, 3])
      expect(await check(captchaId, clicks(targets, scale)), String(scale)).toMatchObject({ code: 1 })
  })

  it('one failed try burns it', async () => {
    const { captchaId, captchaInfo } = await solvePicture(running)
    expect(await check(captchaId, '1,1-2,2;350;200')).toMatchObject({
      code: 0,
      msg: 'The correct area is not clicked, please try again!',
    })
    expect(await kept(captchaId)).toBe(0)
    expect((await check(captchaId, captchaInfo)).code).toBe(0)
  })

  it('demands the count and the order of the points', async () => {
    for (const change of [
      (targets: Awaited<ReturnType<typeof targetsOf>>) => targets.slice(0, 1),
      (targets) => [...targets].reverse(),
      (targets) => [...targets, targets[0]!],
      (targets) => [targets[0]!, targets[0]!],
    ] as ((targets: Awaited<ReturnType<typeof targetsOf>>) => Awaited<ReturnType<typeof targetsOf>>)[]) {
      const { captchaId } = await solvePicture(running)
      expect((await check(captchaId, clicks(change(await targetsOf(running.database, captchaId))))).code).toBe(0)
    }
  })

  it.each(classic)('refuses %j', async (info) => {
    const { captchaId } = await solvePicture(running)
    expect((await check(captchaId, info)).code).toBe(0)
    expect(await kept(captchaId)).toBe(0)
  })

  it.each([null, 5, ['1,1'], { x: 1 }, true])('refuses %j in place of a text', async (info) => {
    const { captchaId } = await solvePicture(running)
    expect((await check(captchaId, info)).code).toBe(0)
  })

  it('a new call with the same id replaces the old challenge', async () => {
    const id = randomUUID()
    const first = await solvePicture(running, id)
    const second = await solvePicture(running, id)
    expect(await kept(id)).toBe(1)
    if (first.captchaInfo !== second.captchaInfo) expect((await check(id, first.captchaInfo)).code).toBe(0)
  })

  it('ends after ten minutes, and what ended is cleared away', async () => {
    const { captchaId, captchaInfo } = await solvePicture(running)
    const row = await running.database.query
      .selectFrom('captcha')
      .selectAll()
      .where('key', '=', hash(captchaId))
      .executeTakeFirstOrThrow()
    expect(Number(row['expire_time']) - Number(row['create_time'])).toBe(600)
    const end = (id: string) =>
      running.database.write((trx) =>
        trx
          .updateTable('captcha')
          .set({ expire_time: Math.floor(Date.now() / 1000) - 1 })
          .where('key', '=', hash(id))
          .execute(),
      )
    const [late, later] = [await solvePicture(running), await solvePicture(running)]
    await end(late.captchaId)
    await end(later.captchaId)
    expect((await check(late.captchaId, late.captchaInfo)).code).toBe(0)
    expect(await consumeCaptcha(running.database, later.captchaId, later.captchaInfo)).toBe(false)
    await end(captchaId)
    await solvePicture(running)
    expect(await kept(captchaId)).toBe(0)
    expect((await check(captchaId, captchaInfo)).code).toBe(0)
  })

  it('one drawn while the clock was ahead is void, and cleared away with the next', async () => {
    vi.useFakeTimers({ now: Date.now() + 3650 * 86_400_000, toFake: ['Date'] })
    const [first, second] = [await solvePicture(running), await solvePicture(running)]
    vi.useRealTimers()
    expect((await check(first.captchaId, first.captchaInfo)).code).toBe(0)
    await solvePicture(running)
    expect(await kept(second.captchaId)).toBe(0)
  })

  it('of a hundred guesses at once the first wrong one ends it', async () => {
    const { captchaId, captchaInfo } = await solvePicture(running)
    await Promise.all(Array.from({ length: 99 }, (_none, index) => check(captchaId, `${index},1-2,2;350;200`)))
    expect((await check(captchaId, captchaInfo)).code).toBe(0)
  })

  it('of many business calls at once one consumes it', async () => {
    const { captchaId, captchaInfo } = await solvePicture(running)
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => consumeCaptcha(running.database, captchaId, captchaInfo)),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('limits one network to three hundred a minute, text and picture together, and others separately', async () => {
    const request = (ip: string, more = '&mode=text') =>
      ask(running, 'GET', `/api/common/clickCaptcha?id=${randomUUID()}${more}`, { ip })
    const count = async () => (await running.database.query.selectFrom('captcha').select('id').execute()).length
    expect((await request('203.0.113.5')).code).toBe(1)
    await running.database.write((trx) =>
      trx.updateTable('throttle').set({ count: 298 }).where('key', '=', hash('captcha address 203.0.113')).execute(),
    )
    const before = await count()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_one, at) => request(`203.0.113.${at}`, at % 2 === 0 ? '&mode=text' : '')),
    )
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(2)
    expect(answers.find(({ code }) => code !== 1)).toMatchObject({
      code: 0,
      msg: 'Too many verifications were requested from your network. Try again in 1 min.',
    })
    expect(await count()).toBe(before + 2)
    expect((await request('198.51.100.9')).code).toBe(1)
  })

  it('asks in words when no picture can be seen, under the same rules', async () => {
    const id = randomUUID()
    const { data } = await ask<Question>(running, 'GET', `/api/common/clickCaptcha?id=${id}&mode=text`)
    expect(data).toMatchObject({
      id,
      mode: 'text',
      wait: 3,
      question: expect.stringMatching(/^[A-Z].*\? Answer in digits\.$/) as string,
    })
    const answer = await solutionOf(id)
    expect((await check(id, String(answer))).code, 'too early').toBe(0)
    await ask(running, 'GET', `/api/common/clickCaptcha?id=${id}&mode=text`)
    const again = await passWait(id)
    expect((await check(id, ` ${again} `)).code).toBe(1)
    expect(await consumeCaptcha(running.database, id, String(again))).toBe(true)
    await ask(running, 'GET', `/api/common/clickCaptcha?id=${id}&mode=text`)
    const third = await passWait(id)
    expect(await check(id, String(third + 1))).toMatchObject({
      code: 0,
      msg: 'Incorrect answer. Try the new question.',
    })
    expect((await check(id, String(third))).code).toBe(0)
  })

  const solutionOf = async (id: string): Promise<number> => {
    const row = await running.database.query
      .selectFrom('captcha')
      .select('captcha')
      .where('key', '=', hash(id))
      .executeTakeFirstOrThrow()
    return (JSON.parse(String(row['captcha'])) as { answer: number }).answer
  }
  /** As if the three seconds were over. */
  const passWait = async (id: string): Promise<number> => {
    const answer = await solutionOf(id)
    await running.database.write((trx) =>
      trx
        .updateTable('captcha')
        .set({ captcha: JSON.stringify({ answer, from: 0 }) })
        .where('key', '=', hash(id))
        .execute(),
    )
    return answer
  }
})

describe('T39 guesses', () => {
  const targets = [
    { x: 20, y: 30, size: 40 },
    { x: 200, y: 120, size: 40 },
  ]

  it('10 000 random strings fail', () => {
    const piece = fc.constantFrom(
      '0',
      '1',
      '9',
      '40',
      '50',
      '220',
      '350',
      '200',
      ',',
      '-',
      ';',
      '.',
      'e',
      'E',
      'N',
      'Infinity',
      'NaN',
      '0x',
      ' ',
      '+',
      '\n',
      '١',
      '①',
    )
    const nearly = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(''))
    const lost = fc
      .tuple(fc.integer({ min: 61, max: 199 }), fc.nat({ max: 200 }), fc.nat({ max: 350 }), fc.nat({ max: 200 }))
      .map(([x, y, a, b]) => `${x},${y}-${a},${b};350;200`)
    fc.assert(
      fc.property(fc.oneof(nearly, lost, fc.string({ maxLength: 60 })), (info) => !hitsTargets(targets, info)),
      { numRuns: 10_000 },
    )
  })

  it("the sizes are the server's: no other proportion moves a click into place", () => {
    expect(hitsTargets(targets, clicks(targets))).toBe(true)
    for (const size of ['0;0', '1;1', '350;1', '35000;20000', '350;9999', '99;56', '200;350'])
      expect(hitsTargets(targets, `40,50-220,140;${size}`), size).toBe(false)
    expect(hitsTargets(targets, '400,50-220,140;350;200')).toBe(false)
    // Right points, had the picture been shown so.
    for (const info of [clicks(targets, 0.1), clicks(targets, 20), '40,25-220,70;350;100', '20,50-110,140;175;200'])
      expect(hitsTargets(targets, info), info).toBe(false)
  })

  it('numbers are plain digits, also where another way to write them would be right', () => {
    for (const info of [
      '4e1,50-220,140;350;200',
      '0x28,50-220,140;350;200',
      ' 40,50-220,140;350;200',
      '+40,50-220,140;350;200',
      '40,50-220,140;3.5e2;200',
      '40,50-220,140;350;200 ',
      '40.,50-220,140;350;200',
      '0b101000,50-220,140;350;200',
      '4٠,50-220,140;350;200',
    ])
      expect(hitsTargets(targets, info), info).toBe(false)
  })

  it('shapes never overlap and stay on the picture', () => {
    for (let round = 0; round < 500; round += 1) {
      const placed = placeShapes(shapes.slice(0, 4))
      for (const [index, one] of placed.entries()) {
        expect(one.x >= 0 && one.y >= 0 && one.x + one.size <= 350 && one.y + one.size <= 200).toBe(true)
        for (const other of placed.slice(index + 1)) {
          expect(
            one.x + one.size <= other.x ||
              other.x + other.size <= one.x ||
              one.y + one.size <= other.y ||
              other.y + other.size <= one.y,
          ).toBe(true)
        }
      }
    }
  })

  it('names and outlines are all different', () => {
    for (const of of [
      (index: number) => shapes[index]!.name.en,
      (index: number) => shapes[index]!.name['zh-cn'],
      (index: number) => shapes[index]!.path,
    ]) {
      expect(new Set(shapes.map((_shape, index) => of(index))).size).toBe(shapes.length)
    }
  })

  it('answers in digits only', () => {
    expect([' 22 ', '２２', '022'].map((info) => isCorrectAnswer(22, info))).toEqual([true, true, true])
    for (const info of ['', '2', 'twenty-two', '22.0', '2 2', '+22', '0x16', '22;', `${' '.repeat(30)}22`])
      expect(isCorrectAnswer(22, info), info).toBe(false)
  })
})
