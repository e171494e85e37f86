/**
 * What the compiler must refuse in requests of pages and tests; `tests/modules/wms/typed-client.test-d.ts` has more.
 * The file is compiled with everything else: an expected error that does not occur is itself an error.
 */
import { defineRouteContract } from 'tablewright/protocol'
import { createRouteDefinition } from 'tablewright/server'
import { callRoute, createRecords } from 'tablewright/web'
import { controllers, type Entities } from '#generated/api.ts'
import type { TestSite } from '../../runtime/testing/index.ts'

export const wrongEntity = () =>
  // @ts-expect-error no such entity
  createRecords<Entities>(controllers).read('system/admins', 1)

/** The clients and factories of the test kit are the same. */
export async function kit(site: TestSite<Entities>): Promise<number> {
  const admin = await site.admin()
  // @ts-expect-error no such field
  await admin.edit('system/admin_group', 1, { title: 'Clerks' })
  // @ts-expect-error no such entity
  await site.factory('system/admin_groups').create()
  return site.factory('system/admin_group').create({ name: 'Clerks' })
}

const arrivals = defineRouteContract({
  path: 'yard.Visit/arrivals',
  area: 'admin',
  method: 'GET',
  input: {
    type: 'object',
    properties: {
      haulier: { type: 'integer' },
      kinds: { type: 'array', items: { type: 'string', maxLength: 9 }, maxItems: 3 },
    },
    required: ['haulier'],
  },
  answer: {
    type: ['object', 'null'],
    properties: {
      count: { type: 'integer' },
      days: { type: 'array', items: { type: 'object', properties: { day: { type: ['string', 'null'] } } } },
      state: { enum: ['open', 'closed'] },
    },
    required: ['count', 'state'],
  },
})
const facts = { login: 'admin', right: null, label: { 'zh-cn': '到访', en: 'Arrivals' }, maxPerMinute: null } as const

/** A route that is declared for both sides: what is sent and what is answered. */
export async function route(site: TestSite<Entities>): Promise<number> {
  const answer = await callRoute(arrivals, { haulier: 1, kinds: ['van'] })
  const days: readonly (string | null | undefined)[] = (answer?.days ?? []).map(({ day }) => day)
  const state: 'open' | 'closed' | undefined = answer?.state
  const tested = await (await site.admin()).call(arrivals, { haulier: 1 })
  return (tested?.count ?? 0) + days.length + (state === 'open' ? 1 : 0)
}

// @ts-expect-error the haulier is required
export const missingMember = () => callRoute(arrivals, {})

// @ts-expect-error the answer has no such member
export const wrongMember = async () => (await callRoute(arrivals, { haulier: 1 }))?.total

export const sound = createRouteDefinition()(arrivals, {
  ...facts,
  handler: async ({ input: { haulier } }) => (haulier > 0 ? { count: haulier, state: 'open' } : null),
})

export const wrongAnswer = createRouteDefinition()(arrivals, {
  ...facts,
  // @ts-expect-error the count is a number
  handler: async () => ({ count: '1', state: 'open' }),
})
