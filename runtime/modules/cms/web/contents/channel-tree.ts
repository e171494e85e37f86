/** The channels beside the list of texts as a tree, and the conditions that its entries stand for. Pure. */

export interface ChannelCount {
  readonly id: number
  /** 0 = at the top. */
  readonly pid: number
  readonly name: string
  readonly isLink: boolean
  readonly isOff: boolean
  readonly total: number
  readonly toReview: number
}

/** A channel in its place, with the numbers of all below it. */
export interface ChannelNode extends ChannelCount {
  /** 1 = at the top. */
  readonly level: number
  /** Itself and those below it. */
  readonly ids: readonly number[]
  readonly hasChildren: boolean
}

/** The channels from the top down, each followed by those below it. Links hold no texts and are left out. */
export function channelNodes(channels: readonly ChannelCount[]): readonly ChannelNode[] {
  const own = channels.filter(({ isLink }) => !isLink)
  const ids = new Set(own.map(({ id }) => id))
  const below = (pid: number, level: number): readonly ChannelNode[] =>
    own
      // One whose parent its reader may not see stands at the top.
      .filter((channel) => (ids.has(channel.pid) ? channel.pid : 0) === pid)
      .flatMap((channel) => {
        const inside = level < 10 ? below(channel.id, level + 1) : []
        const children = inside.filter((node) => node.level === level + 1)
        return [
          {
            ...channel,
            level,
            ids: [channel.id, ...inside.map(({ id }) => id)],
            hasChildren: inside.length > 0,
            total: children.reduce((sum, { total }) => sum + total, channel.total),
            toReview: children.reduce((sum, { toReview }) => sum + toReview, channel.toReview),
          },
          ...inside,
        ]
      })
  return below(0, 1)
}

/** The entries that are seen: those below a closed one are not. */
export function openNodes(nodes: readonly ChannelNode[], closed: ReadonlySet<number>): readonly ChannelNode[] {
  const hidden = new Set(nodes.filter(({ id }) => closed.has(id)).flatMap(({ ids }) => ids.slice(1)))
  return nodes.filter(({ id }) => !hidden.has(id))
}

export interface Condition {
  readonly field: string
  readonly operator: 'eq' | 'IN'
  readonly val: string
}

/** Texts of a channel and of those below it. */
export const conditionOf = ({ ids }: Pick<ChannelNode, 'ids'>): Condition =>
  ids.length === 1
    ? { field: 'channel_id', operator: 'eq', val: String(ids[0]) }
    : { field: 'channel_id', operator: 'IN', val: ids.join(',') }

/** True when both ask for the same records, in whatever order. */
export function isSameCondition(
  condition: Condition,
  other: { readonly field: string; readonly operator: string; readonly val: string | readonly string[] },
): boolean {
  const values = (val: string | readonly string[]): string =>
    (typeof val === 'string' ? val.split(',') : val).toSorted().join(',')
  return (
    condition.field === other.field &&
    condition.operator === other.operator &&
    values(condition.val) === values(other.val)
  )
}
