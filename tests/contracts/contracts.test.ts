/**
 * The promises of each contract between modules, asked of every implementation: the one of the module that supplies it,
 * and the doubles that replace it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  ContractCall,
  Lessons,
  MemberCard,
  Payments,
  PayProject,
  QuestionBank,
  Scope,
  Wallet,
  WalletChange,
} from 'tablewright/server'
import { member } from '#generated/member/index.ts'
import { system } from '#generated/system/index.ts'
import { memberServer } from '../../runtime/modules/member/server/index.ts'
import { contractsOf, prepareModules, type ModuleEntry } from '../../runtime/server/modules.ts'
import { readMemberCards } from '../../runtime/server/operation/member-cards.ts'
import { createWordFilter } from '../../runtime/server/operation/word-filter.ts'
import { readWordList, readWordSetting } from '../../runtime/server/settings/word-list.ts'
import { defaultSettings } from '../../runtime/server/settings/settings.ts'
import { confirmPayment, openPayCore } from '../modules/pay/pay-site.ts'
import { openPaySite, expectedRound, runRound } from '../modules/helpdesk/callbacks.ts'
import { accounts, confirmBill, payments } from '../modules/helpdesk/payments.ts'
import { manifest as helpdeskManifest } from '../modules/helpdesk/server.ts'
import { ticketLessons, ticketQuestions } from '../modules/helpdesk/tickets-as.ts'
import { models } from '../server/http/running-app.ts'
import { refusal, scopeOn } from '../server/records/scope.ts'
import { engines, type Engine } from '../support/databases.ts'
import { partOf } from '../support/part-of.ts'
import { memoryLessons, memoryPayments, memoryQuestions, memoryWallet, plainWordFilter } from './doubles.ts'
import { inMemory, type Site } from './site.ts'

describe.each([...engines, null])('the wallet of %j', (engine) => {
  let site: Site<Wallet> & { readonly ann: number; readonly bob: number; money(id: number): Promise<number> }

  beforeAll(async () => {
    site = engine ? await memberWallet(engine) : walletInMemory()
  })
  afterAll(() => site.dispose())

  let sn = 0
  const change = (more: Partial<WalletChange>) =>
    site.run((call) =>
      site.contract.change(call, {
        asset: 'money',
        userId: site.ann,
        amount: 1000,
        memo: 'test',
        source: 'recharge',
        sn: ++sn,
        ...more,
      }),
    )

  it('changes once for each source and number', async () => {
    expect(await change({ sn: 1 })).toEqual({ before: 0, after: 1000 })
    expect(await change({ sn: 1 })).toBeNull()
    expect(await change({ sn: 1, source: 'refund', amount: -200 })).toEqual({ before: 1000, after: 800 })
    expect(await change({ sn: 1, asset: 'score', amount: 7 })).toEqual({ before: 0, after: 7 })
    expect((await refusal(change({ sn: 1, amount: 5 }))).code).toBe('bad_state')
    expect((await refusal(change({ sn: 1, userId: site.bob }))).code).toBe('bad_state')
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => change({ sn: 2, source: 'share', amount: 200 })),
    )
    expect(outcomes.filter((outcome) => outcome !== null)).toEqual([{ before: 800, after: 1000 }])
  })

  it('never falls below zero: of two purchases of 8 from 10, one is made ($B1)', async () => {
    sn = 100
    const buy = () =>
      change({ amount: -800, source: 'purchase' }).then(
        () => 'made',
        (error) => error.code,
      )
    expect((await Promise.all([buy(), buy()])).toSorted()).toEqual(['made', 'stock_short'])
    expect(await site.money(site.ann)).toBe(200)
  })

  it('refuses what is no change', async () => {
    for (const more of [
      { amount: 0 },
      { amount: 0.5 },
      { amount: Number.NaN },
      { memo: ' ' },
      { memo: 'x'.repeat(256) },
    ])
      expect((await refusal(change(more))).code).toBe('invalid')
    expect((await refusal(change({ source: partOf<'shop'>('adjust') }))).code).toBe('invalid')
    expect((await refusal(change({ userId: 999_999 }))).code).toBe('not_found')
    expect(await site.money(site.ann)).toBe(200)
  })
})

async function memberWallet(engine: Engine) {
  const list = await models([member, system])
  const database = await engine.open(list)
  const entries: readonly ModuleEntry[] = [{ manifest: member, server: memberServer }]
  const contracts = contractsOf(entries, list)
  const scope = scopeOn(database, list, { actor: null, ...contracts })
  await prepareModules(database, entries, async () => scope)
  const add = (username: string) =>
    database.write(async (trx) => {
      const values = {
        username,
        nickname: username,
        password: '-',
        group_id: 1,
        status: 'enable',
        gender: 0,
        money: 0,
        score: 0,
      }
      const row = await trx
        .insertInto('user')
        .values({ ...values, version: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return Number(row['id'])
    })
  return {
    contract: contracts.wallet!,
    run: <T>(work: (call: ContractCall) => Promise<T>) => database.write((trx) => work({ scope, trx })),
    scope,
    dispose: () => database.dispose(),
    ann: await add('ann'),
    bob: await add('bob'),
    money: async (id: number) =>
      Number(
        (await database.query.selectFrom('user').select('money').where('id', '=', id).executeTakeFirst())?.['money'],
      ),
  }
}

function walletInMemory() {
  const members = new Map([1, 2].map((id) => [id, { money: 0, score: 0 }]))
  return {
    ...inMemory(memoryWallet(members)),
    ann: 1,
    bob: 2,
    money: async (id: number) => members.get(id)?.money ?? 0,
  }
}

describe.each([
  ...engines.map((engine) => ['the help desk', engine] as const),
  ...engines.map((engine) => ['pay', engine] as const),
  ['memory', null] as const,
])('payments of %s on %j', (supplier, engine) => {
  let site: Site<Payments> & { confirm(call: ContractCall, id: number): Promise<void>; readonly object: number }
  let userId = 7
  const log: string[] = []
  const project: PayProject = {
    ...accounts,
    onPaid: async (_call, { amount }) => void log.push(`paid ${amount}`),
    onLate: async (_call, { amount }) => {
      log.push(`late ${amount}`)
      return 'refund'
    },
    onRefunded: async (_call, { amount, key }) => void log.push(`refunded ${amount} ${key}`),
  }

  beforeAll(async () => {
    if (!engine) {
      const contract = memoryPayments([{ ...project, lock: async () => {} }])
      site = { ...inMemory(contract), confirm: contract.confirm, object: 1 }
      return
    }
    if (supplier === 'pay') {
      const core = await openPayCore(engine, project)
      userId = await core.member()
      site = { ...core, confirm: confirmPayment, object: await core.account() }
      return
    }
    const { database, scope, account } = await openPaySite(engine)
    const own = { ...scope, payProjects: [project] }
    site = {
      contract: payments,
      scope: own,
      run: (work) => database.write((trx) => work({ scope: own, trx })),
      dispose: () => database.dispose(),
      confirm: confirmBill,
      object: await account(),
    }
  })
  afterAll(() => site.dispose())

  const open = (amount: number, more: object = {}) =>
    site.run((call) =>
      site.contract.open(call, {
        project: project.name,
        objectId: site.object,
        userId,
        title: 'Support',
        amount,
        currency: 'RMB',
        ...more,
      }),
    )
  const refund = (payLogId: number, amount: number, key: string) =>
    site.run((call) => site.contract.refund(call, { payLogId, amount, reason: 'test', key }))
  const hasPaid = () => site.contract.hasPaid(site.scope, { project: project.name, objectId: site.object, userId })

  it('are open once for an object and a member: another amount closes the former ($4)', async () => {
    const first = await open(100)
    expect(await open(100)).toMatchObject({ id: first.id, sn: first.sn })
    const second = await open(200)
    expect(second.id).not.toBe(first.id)
    await site.run((call) => site.confirm(call, first.id))
    expect(log.splice(0)).toEqual(['late 100', 'refunded 100 late'])
    expect(await hasPaid()).toBe(false)
    expect((await refusal(refund(second.id, 1, 'early'))).code).toBe('bad_state')
    await Promise.all(Array.from({ length: 10 }, () => site.run((call) => site.confirm(call, second.id))))
    expect(log.splice(0)).toEqual(['paid 200'])
    expect(await hasPaid()).toBe(true)
    for (const key of ['a', 'b', 'b']) await refund(second.id, 60, key)
    expect((await refusal(refund(second.id, 90, 'c'))).code).toBe('invalid')
    await refund(second.id, 80, 'c')
    expect(log.splice(0)).toEqual(['refunded 60 a', 'refunded 60 b', 'refunded 80 c'])
    expect(await hasPaid()).toBe(false)
  })

  it('refuse what cannot be paid', async () => {
    for (const amount of [0, -5, 0.5]) expect((await refusal(open(amount))).code).toBe('invalid')
    expect((await refusal(open(5, { project: 'nobody' }))).code).toBe('invalid')
    expect((await refusal(refund(999_999, 1, 'x'))).code).toBe('not_found')
  })
})

describe.each(engines)('a supplier that calls back while its consumer refunds on $name', (engine) => {
  it('T85: 50 at once lock in one order, whichever of the two comes first', async () => {
    for (const lock of ['first', 'computed'] as const) {
      const site = await openPaySite(engine, lock)
      const order = site.scope.registry.inLockOrder(['helpdesk_account', 'helpdesk_bill'])
      expect(order[0]).toBe(lock === 'first' ? 'helpdesk_bill' : 'helpdesk_account')
      expect(await runRound(site)).toEqual(expectedRound)
      expect(site.attempts()).toBeLessThanOrEqual(5)
      await site.database.dispose()
    }
  })
})

describe.each([...engines, null])('questions and lessons of %j', (engine) => {
  let bank: Site<QuestionBank>
  let lessons: Lessons
  let recorded: (id: number) => Promise<unknown>

  beforeAll(async () => {
    const rows = [
      { id: 1, subject: 'My screen is dark', closed: 0 },
      { id: 2, subject: 'No paper', closed: 1 },
    ]
    if (engine) {
      const list = await models([helpdeskManifest, system])
      const database = await engine.open(list)
      const values = rows.map((row) => ({ ...row, topic: null, createtime: 1, version: 1 }))
      await database.write((trx) => trx.insertInto('helpdesk_ticket').values(values).execute())
      const scope = scopeOn(database, list)
      bank = {
        contract: ticketQuestions,
        scope,
        run: (work) => database.write((trx) => work({ scope, trx })),
        dispose: () => database.dispose(),
      }
      lessons = ticketLessons
      const topicOf = (id: number) =>
        database.query.selectFrom('helpdesk_ticket').select('topic').where('id', '=', id).executeTakeFirst()
      recorded = async (id) => Object.values(JSON.parse(String((await topicOf(id))?.['topic'])))
      return
    }
    const questions = rows.map(({ id, subject, closed }) => ({
      id,
      kind: 'judge' as const,
      title: subject,
      version: 1,
      options: ['yes', 'no'].map((option) => ({ id: option, text: option })),
      key: [closed === 1 ? 'yes' : 'no'],
    }))
    const contract = memoryQuestions(questions)
    bank = inMemory(contract)
    lessons = memoryLessons(
      rows.map(({ id, subject, closed }) => ({
        id,
        title: subject,
        path: `/helpdesk/ticket/${id}`,
        state: closed === 1 ? 'closed' : 'open',
      })),
    )
    recorded = async (id) =>
      contract.results.filter(({ questionId }) => questionId === id).map(({ right, wrong }) => [right, wrong])
  })
  afterAll(() => bank.dispose())

  it('are listed newest first; a question is asked as it is now, and each result counts once', async () => {
    const { contract, scope } = bank
    expect((await contract.list(scope, { limit: 5 })).map(({ id }) => id)).toEqual([2, 1])
    expect(await contract.list(scope, { text: 'screen', kind: 'judge', limit: 5 })).toMatchObject([{ id: 1 }])
    expect(await contract.list(scope, { kind: 'multi', limit: 5 })).toEqual([])
    expect(await contract.snapshot(scope, 2)).toMatchObject({ title: 'No paper', kind: 'judge', key: ['yes'] })
    expect(await contract.snapshot(scope, 9)).toBeNull()
    const result = { questionId: 1, version: 1, source: 'live', sn: 5, right: 3, wrong: 2 }
    for (const more of [{}, {}, { questionId: 9 }])
      await bank.run((call) => contract.record(call, { ...result, ...more }))
    expect(await recorded(1)).toEqual([[3, 2]])
  })

  it('lessons have a title, a path and a state', async () => {
    expect([...(await lessons.find(bank.scope, [2, 9]))]).toEqual([
      [2, { id: 2, title: 'No paper', path: '/helpdesk/ticket/2', state: 'closed' }],
    ])
    expect((await lessons.list(bank.scope, { text: 'screen', limit: 5 })).map(({ state }) => state)).toEqual(['open'])
  })
})

describe('the word filter', () => {
  const settings = {
    ...defaultSettings({ version: '0', uploadFolder: '/nowhere' }),
    filteredWords: readWordList('casino\n?win\n赌博\n?ass'),
  }
  const check = (text: string) => {
    const { level, matches } = createWordFilter().check(settings, text)
    return [level, ...matches.map(({ start, end }) => text.slice(start, end))]
  }

  it.each([
    ['of the core', createWordFilter()],
    ['of a double', plainWordFilter('casino', 'win')],
  ])('%s answers with places and the highest level', (_name, filter) => {
    const text = 'a win at the casino, a win'
    const { level, matches } = filter.check(settings, text)
    expect(level).toBe('refuse')
    expect(matches.map(({ start, end, level: own }) => [text.slice(start, end), own])).toEqual([
      ['win', 'review'],
      ['casino', 'refuse'],
      ['win', 'review'],
    ])
    expect(filter.check(settings, 'a win')).toMatchObject({ level: 'review' })
    expect(filter.check(settings, '')).toEqual({ level: null, matches: [] })
  })

  it.each([
    ['CaSiNo', ['refuse', 'CaSiNo']],
    ['ｃａｓｉｎｏ', ['refuse', 'ｃａｓｉｎｏ']],
    ['ca\u200bsi\u00adno', ['refuse', 'ca\u200bsi\u00adno']],
    ['去赌博网', ['refuse', '赌博']],
    ['winter in class', [null]],
    ['win123', [null]],
    ['ﬁne 𝐜asino', ['refuse', '𝐜asino']],
  ])('of the core finds %j', (text, expected) => expect(check(text)).toEqual(expected))

  it('has one list of the site: lines are tidied, and the higher level of a word counts', () => {
    expect(readWordSetting(' spam \r\n?spam\n\n？ham\n?ham')).toEqual({ stored: 'spam\n?ham' })
    expect(readWordSetting('x'.repeat(65))).toMatchObject({ problem: 'config.filtered_words.long' })
    expect(check('nothing')).toEqual([null])
  })
})

describe('contracts of an application', () => {
  const entry = (name: string, server: object): ModuleEntry => ({
    manifest: { ...helpdeskManifest, name },
    server: { name, ...server },
  })

  it('are absent without a supplier; the filter of words is there', async () => {
    const { wordFilter, ...others } = contractsOf([], [])
    expect(wordFilter).toBeDefined()
    const lists = { payProjects: [], stockHolders: [], memberCards: [], memberErasure: [] }
    expect(others).toEqual(lists)
  })

  it('have one supplier each: a second one is refused, and both are named', () => {
    const both = [entry('one', { lessons: {} }), entry('two', { lessons: {} })]
    expect(() => contractsOf(both, [])).toThrow('two modules supply lessons: one and two; leave one of them out')
    expect(() =>
      contractsOf([entry('one', { payProjects: [accounts] }), entry('two', { payProjects: [accounts] })], []),
    ).toThrow('two modules register the payment project account')
  })

  it('T85: lock records that have a place in the order', async () => {
    const list = await models([helpdeskManifest, system])
    const withProject = (locks: string) => () =>
      contractsOf([entry('helpdesk', { payments, payProjects: [{ ...accounts, locks }] })], list)
    expect(withProject('helpdesk/account')).not.toThrow()
    expect(withProject('helpdesk/none')).toThrow('a contract locks records of helpdesk/none, which does not exist')
  })

  it('collect what modules register, in their order', () => {
    const card: MemberCard = { nodes: [], lines: async () => [] }
    const cards = ['one', 'two'].map((name) => entry(name, { memberCards: [card] }))
    expect(contractsOf(cards, []).memberCards).toEqual([card, card])
  })

  it('T20: show up to five lines about a member, each card to those who have one of its rights', async () => {
    const cardOf = (node: string, count: number): MemberCard => ({
      nodes: [node],
      lines: async (_scope, id) =>
        Array.from({ length: count }, (_, line) => ({ label: node, value: `${id}/${line}` })),
    })
    const memberCards = [cardOf('shop/order/index', 6), cardOf('cms/content/index', 1), cardOf('exam/grade/index', 0)]
    const actor = { id: 3, username: 'ann', super: false, nodes: new Set(['shop/order/index']), groups: [] }
    const scope = partOf<Scope>({ actor, memberCards })
    const cards = await readMemberCards(scope, 7)
    expect(cards.map((lines) => lines.map(({ value }) => value))).toEqual([['7/0', '7/1', '7/2', '7/3', '7/4']])
    expect(await readMemberCards({ ...scope, actor: { ...actor, super: true } }, 7)).toHaveLength(2)
  })
})
