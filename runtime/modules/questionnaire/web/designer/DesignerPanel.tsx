/** The questions of a questionnaire: edited here, checked while one types, stored together. */
import { Button, Callout } from '@blueprintjs/core'
import { Add, Lightbulb } from '@blueprintjs/icons'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, callRoute, errorText, notify, useLanguage, type PanelProps } from 'tablewright/web'
import type { Item } from '../../shared/item.ts'
import { walkPaths } from '../../shared/paths.ts'
import { readItems } from '../../shared/read-items.ts'
import { design, saveDesign } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import { BankDrawer } from './BankDrawer.tsx'
import { moved, newItem, withKey } from './edit-items.ts'
import { ItemEditor } from './ItemEditor.tsx'
import { Preview } from './Preview.tsx'
import './designer.css'

interface Draft {
  readonly version: number
  readonly items: readonly Item[]
}

export function DesignerPanel({ row, onChanged }: PanelProps) {
  const id = Number(row['id'])
  const t = useT()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isChanged, setChanged] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isBankOpen, setBankOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  /** The input that gets the focus once the changed list is there. */
  const nextFocus = useRef<string | null>(null)
  useEffect(() => {
    callRoute(design, { id }, { quiet: true }).then(
      // The contract describes no more of an item than that it is an object.
      ({ version, items }) => setDraft({ version, items: items as unknown as readonly Item[] }),
      (error: unknown) => setProblem(errorText(error)),
    )
  }, [id])
  const items = draft?.items
  useEffect(() => {
    if (nextFocus.current === null || !items) return
    list.current?.querySelector<HTMLElement>(nextFocus.current)?.focus()
    nextFocus.current = null
  }, [items])
  if (draft === null) return problem !== null && <p role="alert">{problem}</p>
  const change = (next: readonly Item[], focus: string | null = null): void => {
    nextFocus.current = focus
    setDraft({ ...draft, items: next })
    setChanged(true)
  }
  const append = (item: Item): void => change([...draft.items, item], `#item-${item.key}-title`)
  const add = (): void => {
    const options = [1, 2].map((number) => t('new-option', { number })).join('\n')
    append(newItem(draft.items, t('new-title'), options))
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const input = { id, version: draft.version, items: JSON.stringify(draft.items) }
      const { version, isNew } = await callRoute(saveDesign, input, { quiet: true })
      setDraft({ ...draft, version })
      setChanged(false)
      setProblem(null)
      notify({ tone: 'success', text: isNew && version > 1 ? t('saved-version', { version }) : t('saved') })
      await onChanged()
    } catch (error) {
      setProblem(error instanceof ApiError ? errorText(error) : String(error))
    }
    setBusy(false)
  }
  return (
    <div className="questionnaire-designer" ref={list}>
      <ItemList items={draft.items} onChange={change} />
      <div className="questionnaire-actions">
        <Button icon={<Add />} text={t('add')} className="questionnaire-add" onClick={add} />
        <Button icon={<Lightbulb />} text={t('from-bank')} onClick={() => setBankOpen(true)} />
        <Button intent="primary" text={t('save')} loading={isBusy} disabled={!isChanged} onClick={() => void save()} />
      </div>
      {isBankOpen && (
        <BankDrawer
          onInsert={(item) => change([...draft.items, withKey(draft.items, item)])}
          onClose={() => setBankOpen(false)}
        />
      )}
      <p role="status">{isChanged ? t('unsaved') : ''}</p>
      {problem !== null && (
        <Callout intent="danger" role="alert">
          {problem}
        </Callout>
      )}
      <PathSummary items={draft.items} />
      <Preview items={draft.items} />
    </div>
  )
}

interface ListProps {
  readonly items: readonly Item[]
  /** @param focus the selector of what has the focus next */
  readonly onChange: (items: readonly Item[], focus?: string) => void
}

function ItemList({ items, onChange }: ListProps) {
  const language = useLanguage()
  const problems = useMemo(() => readItems(JSON.parse(JSON.stringify(items)))?.problems ?? [], [items])
  return items.map((item, index) => (
    <ItemEditor
      key={item.key}
      item={item}
      index={index}
      items={items}
      problems={problems.filter((problem) => problem.index === index).map(({ text }) => text[language])}
      onChange={(next) => onChange(items.with(index, next))}
      onMove={(by) => onChange(moved(items, index, by), moveButton(item, by, index + by, items.length))}
      onRemove={() => onChange(items.toSpliced(index, 1), neighbour(items, index))}
    />
  ))
}

/** The button that moves the item further; at an end of the list the opposite one. */
function moveButton({ key }: Item, by: 1 | -1, index: number, count: number): string {
  const isEnd = index === 0 || index === count - 1
  const isUp = isEnd ? index !== 0 : by < 0
  return `#item-${key}-${isUp ? 'up' : 'down'}`
}

/** The title of the item after the one that is removed, or before it; the button that adds one where none is left. */
function neighbour(items: readonly Item[], index: number): string {
  const next = items[index + 1] ?? items[index - 1]
  return next ? `#item-${next.key}-title` : '.questionnaire-add'
}

/** How many ways there are, and the questions that none of them shows. */
function PathSummary({ items }: Pick<ListProps, 'items'>) {
  const t = useT()
  const { count, isCut, hidden } = useMemo(() => walkPaths(items), [items])
  if (items.length === 0) return null
  const titles = items.filter(({ key }) => hidden.includes(key)).map(({ title }) => title)
  return (
    <p>
      {isCut ? t('paths-cut', { count }) : t('paths', { count })}{' '}
      {titles.length > 0 && (
        <strong className="questionnaire-problem">{t('never-shown', { titles: titles.join(', ') })}</strong>
      )}
    </p>
  )
}
