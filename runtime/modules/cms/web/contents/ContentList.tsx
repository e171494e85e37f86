/** The list of texts beside the channels and the usual questions of editors: what waits, what comes, what is mine. */
import { Button, Tag } from '@blueprintjs/core'
import { ChevronDown, ChevronRight, FolderClose } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { callRoute, type ListProps } from 'tablewright/web'
import { TablePage, useListActions, useListData } from 'tablewright/web/parts'
import { channelCounts } from '../../shared/routes.ts'
import { contentOptions } from '#generated/cms/options.ts'
import {
  channelNodes,
  conditionOf,
  isSameCondition,
  openNodes,
  type ChannelCount,
  type ChannelNode,
  type Condition,
} from './channel-tree.ts'
import { useT } from './texts.ts'
import './contents.css'

export const ContentList = ({ model }: ListProps) => <TablePage model={model} Frame={ContentFrame} />

interface Counts {
  readonly list: readonly ChannelCount[]
  readonly total: number
  readonly toReview: number
  readonly scheduled: number
  readonly own: number
  /** Id of who reads the list. */
  readonly admin: number
}

/** Read again whenever the rows were, because texts change elsewhere. Null = not known yet. */
function useCounts(): Counts | null {
  const {
    loaded: { rows },
    state,
  } = useListData()
  const [counts, setCounts] = useState<Counts | null>(null)
  const load = useEffectEvent((_rows: typeof rows, signal: AbortSignal) =>
    callRoute(channelCounts, null, { quiet: true, signal }).then(setCounts, () => undefined),
  )
  useEffect(() => {
    const leaving = new AbortController()
    void load(rows, leaving.signal)
    return () => leaving.abort()
  }, [rows])
  return state.deleted ? null : counts
}

function ContentFrame({ children }: { readonly children: ReactNode }) {
  const counts = useCounts()
  return (
    <div className="cms-contents">
      {counts !== null && <Aside counts={counts} />}
      <div className="cms-contents-list">{children}</div>
    </div>
  )
}

/** The fields that the entries beside the list ask for. */
const viewFields: readonly string[] = ['to_review', 'shown', 'admin_id']

/** The conditions of the list, and what changes some of them. */
function useConditions() {
  const { state } = useListData()
  const { narrow } = useListActions()
  return {
    has: (condition: Condition): boolean => state.search.some((filter) => isSameCondition(condition, filter)),
    hasAnyOf: (fields: readonly string[]): boolean => state.search.some(({ field }) => fields.includes(field)),
    /** Puts the condition in the place of those on these fields; null = none. */
    show: (fields: readonly string[], condition: Condition | null): void =>
      narrow({
        search: [
          ...state.search.filter(({ field }) => !fields.includes(field)),
          ...(condition === null ? [] : [condition]),
        ],
      }),
  }
}

const hasRoom = (): boolean => window.matchMedia('(min-width: 900px)').matches

/** On a narrow screen it is closed until somebody opens it, and once something was chosen. */
function Aside({ counts }: { readonly counts: Counts }) {
  const t = useT()
  const [isOpen, setOpen] = useState(hasRoom)
  const id = useId()
  const { hasAnyOf, show, has } = useConditions()
  const makeRoom = (): void => setOpen(hasRoom())
  const views = [
    { key: 'to-review', condition: equal('to_review', contentOptions.to_review.yes), count: counts.toReview },
    { key: 'scheduled', condition: equal('shown', contentOptions.shown.scheduled), count: counts.scheduled },
    { key: 'own', condition: equal('admin_id', counts.admin), count: counts.own },
  ] as const
  return (
    <nav className="cms-aside" aria-label={t('aside')} data-open={isOpen || undefined}>
      <Button
        variant="minimal"
        className="cms-aside-toggle"
        icon={isOpen ? <ChevronDown /> : <FolderClose />}
        text={t('aside')}
        aria-label={t('aside')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={id} hidden={!isOpen}>
        <ul className="cms-aside-views">
          <View
            name={t('all')}
            count={counts.total}
            isCurrent={!hasAnyOf([...viewFields, 'channel_id'])}
            onShow={() => {
              show([...viewFields, 'channel_id'], null)
              makeRoom()
            }}
          />
          {views.map(({ key, condition, count }) => (
            <View
              key={key}
              name={t(key)}
              count={count}
              isUrgent={key === 'to-review'}
              isCurrent={has(condition)}
              onShow={() => {
                show(viewFields, has(condition) ? null : condition)
                makeRoom()
              }}
            />
          ))}
        </ul>
        {counts.list.length > 0 && <ChannelTree channels={counts.list} onShown={makeRoom} />}
      </div>
    </nav>
  )
}

const equal = (field: string, value: number): Condition => ({ field, operator: 'eq', val: String(value) })

interface ViewProps {
  readonly name: string
  readonly count: number
  readonly isUrgent?: boolean
  readonly isCurrent: boolean
  readonly onShow: () => void
}

function View({ name, count, isUrgent = false, isCurrent, onShow }: ViewProps) {
  return (
    <li>
      <button type="button" className="cms-aside-entry" aria-pressed={isCurrent} onClick={onShow}>
        <span className="cms-aside-name">{name}</span>
        {isUrgent && count > 0 ? (
          <Tag minimal round intent="warning">
            {count}
          </Tag>
        ) : (
          <span className="cms-aside-count">{count}</span>
        )}
      </button>
    </li>
  )
}

interface ChannelTreeProps {
  readonly channels: readonly ChannelCount[]
  readonly onShown: () => void
}

/** One stop of the Tab key; arrow keys move, open and close, Enter shows the texts. */
function ChannelTree({ channels, onShown }: ChannelTreeProps) {
  const t = useT()
  const id = useId()
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [focused, setFocused] = useState<number | null>(null)
  const { has, show } = useConditions()
  const all = channelNodes(channels)
  const nodes = openNodes(all, closed)
  const current = nodes.find((node) => has(conditionOf(node)))
  const stop = nodes.find((node) => node.id === focused) ?? current ?? nodes[0]
  const toggle = (node: ChannelNode): void => {
    const next = new Set(closed)
    if (!next.delete(node.id)) next.add(node.id)
    setClosed(next)
  }
  const focus = (node: ChannelNode | undefined): void => {
    if (!node) return
    setFocused(node.id)
    document.getElementById(`${id}-${node.id}`)?.focus()
  }
  const open = (node: ChannelNode): void => {
    show(['channel_id'], has(conditionOf(node)) ? null : conditionOf(node))
    onShown()
  }
  const press = (event: KeyboardEvent, node: ChannelNode): void => {
    const place = nodes.indexOf(node)
    const isClosed = closed.has(node.id)
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(nodes[place + 1]),
      ArrowUp: () => focus(nodes[place - 1]),
      Home: () => focus(nodes[0]),
      End: () => focus(nodes.at(-1)),
      ArrowRight: () => (node.hasChildren && isClosed ? toggle(node) : node.hasChildren && focus(nodes[place + 1])),
      ArrowLeft: () =>
        node.hasChildren && !isClosed
          ? toggle(node)
          : focus(nodes.findLast((other, index) => index < place && other.level < node.level)),
      Enter: () => open(node),
      ' ': () => open(node),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }
  return (
    <ul role="tree" aria-label={t('channels')} className="cms-aside-tree">
      {nodes.map((node) => (
        <ChannelItem
          key={node.id}
          id={`${id}-${node.id}`}
          node={node}
          isCurrent={node === current}
          isClosed={closed.has(node.id)}
          isStop={node === stop}
          onFocus={() => setFocused(node.id)}
          onPress={(event) => press(event, node)}
          onOpen={() => open(node)}
          onToggle={() => toggle(node)}
        />
      ))}
    </ul>
  )
}

interface ChannelItemProps {
  readonly id: string
  readonly node: ChannelNode
  readonly isCurrent: boolean
  readonly isClosed: boolean
  /** The Tab key stops here. */
  readonly isStop: boolean
  readonly onFocus: () => void
  readonly onPress: (event: KeyboardEvent) => void
  readonly onOpen: () => void
  readonly onToggle: () => void
}

function ChannelItem({ id, node, isCurrent, isClosed, isStop, ...on }: ChannelItemProps) {
  const t = useT()
  const { name, level, hasChildren, isOff, toReview, total } = node
  return (
    <li
      id={id}
      role="treeitem"
      aria-level={level}
      aria-expanded={hasChildren ? !isClosed : undefined}
      aria-selected={isCurrent}
      tabIndex={isStop ? 0 : -1}
      className="cms-aside-entry"
      style={{ paddingInlineStart: `${level * 16 - 8}px` }}
      onFocus={on.onFocus}
      onKeyDown={on.onPress}
      onClick={on.onOpen}
    >
      <span
        aria-hidden
        className="cms-aside-arrow"
        onClick={(event) => {
          if (!hasChildren) return
          event.stopPropagation()
          on.onToggle()
        }}
      >
        {hasChildren && (isClosed ? <ChevronRight size={14} /> : <ChevronDown size={14} />)}
      </span>
      <span className="cms-aside-name" data-off={isOff || undefined}>
        {name}
        {isOff && <span className="tw-visually-hidden"> ({t('off')})</span>}
      </span>
      {toReview > 0 && (
        <Tag minimal round intent="warning" title={t('waiting', { count: toReview })}>
          <span className="tw-visually-hidden">{t('waiting', { count: toReview })}</span>
          <span aria-hidden>{toReview}</span>
        </Tag>
      )}
      <span className="cms-aside-count">{total}</span>
    </li>
  )
}
