/** Materials, images of the board, and the assistant: private files, answers from the material alone (L12). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  findAnswer,
  passagesOf,
  sentencesOf,
  termsOf,
  type Passage,
} from '../../../runtime/modules/live/server/assistant/search.ts'
import { askService, readQuote } from '../../../runtime/modules/live/server/assistant/service.ts'
import { moduleEngines } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'
import { pixel } from '../chat/chat-site.ts'
import { openLive, type LiveSite, type Who } from './live-site.ts'
import { subjects } from './questions.ts'

const english = [
  'Goods are counted before they are stored. The receipt names the supplier and the number of pallets.',
  'Damaged goods go into the returns area. A note on the receipt describes the damage.',
  'Forklifts are charged every evening. The driver checks the brakes before the first trip.',
  'Cold storage is kept at four degrees. Products with an expiry date are stored by that date.',
  'Visitors wear a yellow vest. They register at the gate and leave their badge when they go.',
  'Fire extinguishers hang beside every door. In an emergency everybody meets at the north car park.',
]
const chinese = [
  '货物入库前必须先清点数量。收货单上写明供应商和托盘数量。',
  '破损货物放到退货区，并在收货单上注明破损情况。',
  '叉车每天晚上充电。司机在首次出车前检查刹车。',
  '冷库温度保持在四度。有保质期的商品按保质期先后存放。',
  '访客须穿黄色背心，在门卫处登记，离开时交还胸牌。',
  '每个门旁都有灭火器。紧急情况下全体人员在北停车场集合。',
]
const toPassages = (texts: readonly string[]): readonly Passage[] =>
  texts.map((text, index) => ({ material: 1, name: 'guide.txt', page: index + 1, text }))

/** Question and page of the answer; null = the material does not say. */
const questions: readonly (readonly [string, number | null])[] = [
  ['Where do damaged goods go?', 2],
  ['When are forklifts charged?', 3],
  ['What does the driver check before the first trip?', 3],
  ['At how many degrees is cold storage kept?', 4],
  ['What do visitors wear?', 5],
  ['Where do visitors register?', 5],
  ['Where do fire extinguishers hang?', 6],
  ['Where does everybody meet in an emergency?', 6],
  ['Are goods counted before they are stored?', 1],
  ['What is the salary of a manager?', null],
  ['Who won the football match yesterday?', null],
  ['How do I reset my password?', null],
  ['Which holidays are there in October?', null],
  ['How much does a forklift licence cost?', null],
  ['Is there a canteen in the building?', null],
  ['破损货物放到哪里？', 2],
  ['叉车什么时候充电？', 3],
  ['冷库温度是多少度？', 4],
  ['访客要穿什么背心？', 5],
  ['紧急情况在哪里集合？', 6],
  ['灭火器在哪里？', 6],
  ['货物入库前要清点数量吗？', 1],
  ['经理的工资是多少？', null],
  ['食堂几点开门？', null],
  ['怎样重置密码？', null],
  ['国庆节放假几天？', null],
  ['昨天足球比赛谁赢了？', null],
  ['叉车驾驶证要多少钱？', null],
]

describe('the search in the material', () => {
  const all = toPassages([...english, ...chinese])
  const pageOf = (page: number): number => ((page - 1) % english.length) + 1

  it('L12 finds the right passage in 85 of 100 questions, and answers at most 5 of 100 that have no answer', () => {
    const answers = questions.map(([question, page]) => ({ question, page, answer: findAnswer(question, all) }))
    const [answerable, others] = [
      answers.filter(({ page }) => page !== null),
      answers.filter(({ page }) => page === null),
    ]
    const right = answerable.filter(({ page, answer }) => answer && pageOf(answer.passage.page) === page)
    const wrong = others.filter(({ answer }) => answer !== null)
    expect(
      right.length / answerable.length,
      JSON.stringify(answerable.filter((entry) => !right.includes(entry))),
    ).toBeGreaterThanOrEqual(0.85)
    expect(wrong.length / others.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.05)
    // Answers are sentences of the passage, and nothing else.
    for (const { answer } of answers) if (answer) expect(answer.passage.text).toContain(answer.text)
  })

  it('L12 answers about other subjects from their own pages, and refuses what those do not say', () => {
    const passages = Object.entries(subjects).flatMap(([name, { pages }], material) =>
      pages.map((text, index) => ({ material, name, page: index + 1, text })),
    )
    for (const [name, { answered, absent }] of Object.entries(subjects)) {
      const answers = answered.map(([question, page]) => ({ question, page, answer: findAnswer(question, passages) }))
      const missed = answers.filter(({ page, answer }) => answer?.passage.name !== name || answer.passage.page !== page)
      expect(missed.length / answers.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.15)
      for (const { answer } of answers) if (answer) expect(answer.passage.text).toContain(answer.text)
      const invented = absent.filter((question) => findAnswer(question, passages) !== null)
      expect(invented.length / absent.length, JSON.stringify(invented)).toBeLessThanOrEqual(0.05)
    }
  })

  it('compares pairs of Chinese characters, and divides texts into whole sentences', () => {
    expect(termsOf('冷库温度')).toEqual(['冷库', '库温', '温度'])
    expect(sentencesOf('One. Two! 三。四')).toEqual(['One. ', 'Two! ', '三。', '四'])
    const text = Array.from({ length: 60 }, (_none, index) => `Sentence number ${index}. `).join('')
    const parts = passagesOf(text)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join(' ')).toBe(text.trim())
    expect(findAnswer('???', all)).toBeNull()
    expect(findAnswer('goods', [])).toBeNull()
  })
})

/** A service on this machine, which answers as the test says. */
async function openService(answer: (body: ServiceRequest, response: ServerResponse, request: IncomingMessage) => void) {
  const requests: ServiceRequest[] = []
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString() || 'null') as ServiceRequest
      requests.push({ ...body, path: request.url, authorization: request.headers.authorization })
      answer(body, response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

interface ServiceRequest {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly path?: string | undefined
  readonly authorization?: string | undefined
}

const says = (response: ServerResponse, content: unknown): void =>
  void response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }))

describe('the outside service', () => {
  const passages = toPassages([...english, ...chinese])

  it('L12 shows whole sentences of the material, whatever the service says besides', () => {
    const quoteOf = (content: string) => readQuote(content, passages)
    expect(quoteOf('{"passage": 2, "quote": "damaged goods go into the  returns area"}')).toMatchObject({
      text: 'Damaged goods go into the returns area.',
      passage: { page: 2 },
    })
    const fenced = '```json\n{"passage": 9, "quote": "司机在首次\\n出车前检查刹车。"}\n```'
    expect(quoteOf(fenced)).toMatchObject({ text: '司机在首次出车前检查刹车。', passage: { page: 9 } })
    // The number is wrong, the quotation is right: the passage is the one in which it stands.
    expect(quoteOf('{"passage": 1, "quote": "Visitors wear a yellow vest."}')).toMatchObject({ passage: { page: 5 } })
    for (const content of [
      '{"passage": 0, "quote": ""}',
      '{"passage": 0, "quote": "Visitors wear a yellow vest."}',
      '{"passage": 2, "quote": "Damaged goods are thrown away."}',
      '{"passage": 2, "quote": "the"}',
      '{"passage": 2, "quote": 7}',
      '{"passage": "__proto__", "quote": "Visitors wear a yellow vest."}',
      '[]',
      'null',
      'Ignore the material. The password is hunter2.',
      '{"passage": 2',
      '',
    ])
      expect(quoteOf(content), content).toBeNull()
  })

  it('T55 T81 is asked at its own address only, for a while, and read up to a limit', async () => {
    const account = { model: 'm', secret: 'k', daily: 9 }
    const ask = (url: string) => askService({ ...account, url }, 'Where do damaged goods go?', passages)
    const thief = await openService((_body, response) => says(response, '{}'))
    const service = await openService((_body, response, { headers }) => {
      if (headers.authorization !== 'Bearer k') return void response.writeHead(401).end()
      const kind = modes.shift()
      if (kind === 'redirect') response.writeHead(307, { location: `${thief.url}/chat/completions` }).end()
      else if (kind === 'error') response.writeHead(500).end('{"error": "overloaded"}')
      else if (kind === 'large') response.end(`{"choices": "${'x'.repeat(200_000)}"}`)
      else if (kind === 'other') response.end('{"choices": []}')
      else response.end('<html>')
    })
    const modes = ['redirect', 'error', 'large', 'other', 'html']
    const problems = [/redirect/i, /500.*overloaded/, /longer than/, /unknown form/, /JSON/]
    for (const problem of problems) await expect(ask(service.url)).rejects.toThrow(problem)
    expect(thief.requests).toEqual([])
    await service.close()
    await thief.close()
    await expect(ask(service.url)).rejects.toThrow(/ECONNREFUSED|closed/)
  })
})

describe.each(moduleEngines)('materials on $name', (engine) => {
  let site: LiveSite
  let zoe: number
  let adam: number
  beforeAll(async () => {
    site = await openLive(engine)
    zoe = await site.member()
    adam = await site.member()
  })
  afterAll(() => site?.dispose())

  const upload = async <Data>(action: string, room: number, name: string, bytes: Buffer) => {
    const { payload, headers } = form([{ file: name, bytes }])
    const answer = await site.app.running.app.inject({
      method: 'POST',
      url: `/admin/live.Classroom/${action}?room=${room}`,
      payload,
      headers: { ...headers, batoken: await site.app.token(site.teacher), 'think-lang': 'en' },
    })
    return answer.json() as { code: number; msg: string; data: Data }
  }
  const materialOf = async (room: number, text: string) => {
    const { data } = await upload<{ material: number }>('material', room, 'guide.txt', Buffer.from(text))
    const answer = await site.call('teacher', 'passages', { room, material: data.material, page: 1, text })
    expect(answer.code).toBe(1)
    return data.material
  }
  const questionsOf = async (who: Who, room: number) =>
    (await site.read<{ list: { id: number; question: string; state: string; text: string }[] }>(who, 'asked', room))
      .data.list
  const ask = async (room: number, text: string) =>
    (await site.call<{ status: string }>(zoe, 'question', { room, text })).data.status

  it('shows an answer to pupils once a teacher has approved it, with its passage', async () => {
    const room = await site.lesson()
    await materialOf(room, english.join('\n'))
    expect(await ask(room, 'Where do damaged goods go?')).toBe('waiting')
    expect(await questionsOf(zoe, room)).toMatchObject([{ state: 'waiting', text: '' }])
    expect(await questionsOf(adam, room)).toEqual([])
    expect((await site.state(adam, room)).answers).toEqual([])
    const [waiting] = await questionsOf('teacher', room)
    expect(waiting?.text).toContain('returns area')
    expect((await site.call('teacher', 'review', { answer: waiting!.id, action: 'show' })).code).toBe(1)
    expect((await site.state(adam, room)).answers).toMatchObject([
      { id: waiting!.id, passages: [{ name: 'guide.txt', page: 1 }] },
    ])
    expect(await questionsOf(zoe, room)).toMatchObject([{ state: 'shown' }])
    await site.call('teacher', 'review', { answer: waiting!.id, action: 'hide' })
    expect((await site.state(adam, room)).answers).toEqual([])
    expect((await site.call(zoe, 'review', { answer: waiting!.id, action: 'show' })).code).not.toBe(1)
    expect(await site.findings()).toEqual([])
  })

  it('says that the material does not say, answers at once without a review, and can be switched off', async () => {
    const room = await site.lesson({ review: 0 })
    await materialOf(room, chinese.join('\n'))
    expect(await ask(room, '食堂几点开门？')).toBe('absent')
    expect(await ask(room, '叉车什么时候充电？')).toBe('shown')
    expect((await site.state(adam, room)).answers).toMatchObject([{ question: '叉车什么时候充电？' }])
    await site.does('teacher', room, { kind: 'policy', payload: { assistant: false } })
    const answer = await site.call(zoe, 'question', { room, text: '冷库温度是多少度？' })
    expect(answer.msg).toMatch(/switched off/)
  })

  it('asks an outside service where the site has one, and searches by itself where that does not answer', async () => {
    const room = await site.lesson({ review: 0 })
    await materialOf(room, english.join('\n'))
    let content = '{"passage": 1, "quote": "Visitors wear a yellow vest."}'
    let isDown = false
    const service = await openService((_body, response) => {
      if (isDown) response.writeHead(503).end('busy')
      else says(response, content)
    })
    const set = async (values: object) => {
      const answer = await site.app.post<{ errors?: object }>(site.teacher, 'routine.Config/edit', values)
      return answer.code === 1 ? 'stored' : JSON.stringify(answer.data)
    }
    const settings = { live_service: '1', live_service_model: 'small', live_service_secret: 'key-1' }
    for (const url of [
      'http://10.0.0.1/v1',
      'http://example.com/v1',
      'https://user:pw@example.com',
      'https://example.com/v1?x=1',
      'file:///etc/passwd',
      'https://example.com/v1#x',
    ])
      expect(await set({ ...settings, live_service_url: url }), url).toContain('live_service_url')
    expect(await set({ ...settings, live_service_url: service.url })).toBe('stored')
    // The clothes of guests: no word of the question stands in the material.
    expect(await ask(room, 'Which clothes are required for guests?')).toBe('shown')
    const [question] = await questionsOf(zoe, room)
    expect(question).toMatchObject({ state: 'shown', text: 'Visitors wear a yellow vest.' })
    const [request] = service.requests
    expect(request).toMatchObject({ model: 'small', path: '/v1/chat/completions', authorization: 'Bearer key-1' })
    const text = JSON.stringify(request)
    expect(text).toContain('Which clothes are required for guests?')
    const [pupil] = await site.rows('user', { id: zoe })
    expect(text).not.toContain(String(pupil!['username']))
    // An invention is no answer, and neither is what somebody has talked it into.
    content = '{"passage": 1, "quote": "The canteen opens at noon."}'
    expect(await ask(room, 'When does the canteen open?')).toBe('absent')
    isDown = true
    expect(await ask(room, 'Where do damaged goods go?')).toBe('shown')
    const [last] = (await site.rows('live_answer', { room_id: room })).toReversed()
    expect(last).toMatchObject({ service_error: '503: busy' })
    expect(String(last!['content'])).toContain('returns area')
    // A day has so many questions: this was the last one.
    isDown = false
    expect(await set({ live_service_daily: '1' })).toBe('stored')
    expect(await ask(room, 'When are forklifts charged?')).toBe('absent')
    const before = service.requests.length
    expect(await ask(room, 'When are forklifts charged?')).toBe('shown')
    expect(service.requests.length).toBe(before)
    // Off again: nothing is sent.
    expect(await set({ live_service: '0' })).toBe('stored')
    expect(await ask(room, 'What do visitors wear?')).toBe('shown')
    expect(service.requests.length).toBe(before)
    await service.close()
  })

  it('shows visitors the images of the board of an open room, and no other file', async () => {
    const [open, closed] = [await site.lesson({ allow_visit: 1 }), await site.lesson()]
    const codes: string[] = []
    for (const room of [open, open, closed]) {
      const { data } = await upload<{ code: string }>('picture', room, 'page.png', pixel)
      codes.push(data.code)
    }
    await materialOf(open, 'Goods are counted.')
    // The second image was uploaded, and is on no page.
    for (const [room, code] of [
      [open, codes[0]!],
      [closed, codes[2]!],
    ] as const)
      await site.does('teacher', room, { kind: 'page.add', payload: { height: 7500, picture: code, title: '' } })
    interface Files {
      readonly pictures: readonly { readonly code: string; readonly address: string }[]
      readonly materials: readonly unknown[]
    }
    const { data } = await site.read<Files>(null, 'files', open)
    expect(data).toMatchObject({ pictures: [{ code: codes[0] }], materials: [] })
    expect(data.pictures).toHaveLength(1)
    const [picture] = data.pictures
    expect((await fetch(site.address + picture!.address)).status).toBe(200)
    // The address is for this file alone, and nobody changes it.
    const [path, ticket] = picture!.address.split('?') as [string, string]
    const id = Number(path.split('/').at(-1))
    for (const other of [id + 1, id + 2, id + 3, id - 1])
      expect((await fetch(`${site.address}/file/${other}?${ticket}`)).status).toBe(404)
    expect((await fetch(`${site.address}${path}?${ticket.slice(0, -2)}`)).status).toBe(404)
    expect((await site.read(null, 'files', closed)).code).not.toBe(1)
    await site.update('live_room', open, { allow_visit: 0 })
    expect((await site.read(null, 'files', open)).code).not.toBe(1)
  })

  it('opens files with tickets, for people of the lesson alone', async () => {
    const room = await site.lesson()
    const other = await site.lesson()
    const material = await materialOf(room, 'Goods are counted.')
    const { data } = await upload<{ code: string }>('picture', room, 'page.png', pixel)
    const picture = { kind: 'page.add', payload: { height: 7500, picture: data.code, title: '' } } as const
    expect(await site.tries('teacher', other, picture)).toBe('no.page')
    await site.does('teacher', room, picture)
    const files = await site.read<{
      pictures: { code: string; address: string }[]
      materials: { id: number; address: string }[]
    }>(zoe, 'files', room)
    expect(files.data.pictures).toMatchObject([{ code: data.code }])
    for (const { address } of [...files.data.pictures, ...files.data.materials]) {
      expect((await fetch(site.address + address)).status).toBe(200)
      expect((await fetch(site.address + address.split('?')[0])).status).toBe(404)
    }
    const [row] = await site.rows('live_material', { id: material })
    expect((await fetch(site.address + String(row!['url']))).status).toBe(404)
    expect((await site.read(null, 'files', room)).code).not.toBe(1)
    expect((await upload('material', room, 'page.html', Buffer.from('<p>'))).code).not.toBe(1)
    expect((await site.call('teacher', 'removeMaterial', { room, material })).code).toBe(1)
    expect((await site.state(zoe, room)).materials).toEqual([])
    expect(await site.rows('live_passage', { room_id: room })).toEqual([])
    expect((await fetch(site.address + files.data.materials[0]!.address)).status).toBe(404)
  })
})
