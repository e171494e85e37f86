/** Channels: who can reach what is below them. */
import { lockRows, OperationError } from 'tablewright/server'
import { t } from './i18n.ts'
import { channelOptions } from '#generated/cms/options.ts'
import type { Hooks, Reading, Row, Scope, Transaction } from '#generated/cms/server.ts'

export type Channel = Row<'cms/channel'>
type Reach = NonNullable<Channel['reach']>

const { reach: reaches, status: switches, type: types } = channelOptions

type Node = Pick<Channel, 'id' | 'pid' | 'status' | 'allow_visit_groups' | 'reach'>

const readNodes = (query: Reading): Promise<readonly Node[]> =>
  query.selectFrom('cms_channel').select(['id', 'pid', 'status', 'allow_visit_groups', 'reach']).orderBy('id').execute()

/** Channels whose before reach is not what they and those above them say. */
export async function wrongReaches(
  query: Reading,
): Promise<readonly { readonly id: number; readonly before: Reach | null; readonly reach: Reach }[]> {
  const nodes = await readNodes(query)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const reachOf = (node: Node, depth = 0): Reach => {
    const own =
      node.status === switches.off ? reaches.hidden : node.allow_visit_groups === 'user' ? reaches.members : reaches.all
    const above = node.pid === null ? undefined : byId.get(node.pid)
    // A loop cannot be stored; the depth ends it all the same.
    const its = above && depth < 32 ? reachOf(above, depth + 1) : reaches.all
    return own < its ? own : its
  }
  return nodes
    .map((node) => ({ id: node.id, before: node.reach, reach: reachOf(node) }))
    .filter(({ before, reach }) => before !== reach)
}

/** Writes what differs. The channels are locked. */
export async function refreshReaches(trx: Transaction): Promise<void> {
  for (const { id, reach } of await wrongReaches(trx))
    await trx.updateTable('cms_channel').set({ reach }).where('id', '=', id).execute()
}

/** All channels, of which there are few: a change of one is a change of those below it. */
export async function lockChannels(scope: Scope, trx: Transaction): Promise<void> {
  const rows = await trx.selectFrom('cms_channel').select('id').execute()
  await lockRows(
    scope,
    trx,
    'cms/channel',
    rows.map(({ id }) => id),
    'write',
  )
}

export const channelHooks: Hooks<'cms/channel'> = {
  beforeWrite: (scope, trx) => lockChannels(scope, trx),
  async afterWrite(_scope, trx) {
    await refreshReaches(trx)
  },
}

/**
 * The channel of a text that is published or handed in.
 * @throws an OperationError when it takes no texts
 */
export async function openChannel({ language }: Pick<Scope, 'language'>, query: Reading, id: number): Promise<Channel> {
  const channel = await query.selectFrom('cms_channel').selectAll().where('id', '=', id).executeTakeFirst()
  if (!channel || channel.status === switches.off || channel.type === types.link)
    throw new OperationError('bad_state', { sentence: t(language, 'channel.none', { name: channel?.name ?? '' }) })
  return channel
}
