/** Questions of the bank: each is inserted as a copy, which later changes of the bank do not reach. */
import { Button, Drawer, InputGroup } from '@blueprintjs/core'
import { Cross, Plus } from '@blueprintjs/icons'
import { useDeferredValue, useState } from 'react'
import { callRoute, errorText, useLanguage, useStaleWhileRevalidate } from 'tablewright/web'
import { itemOptions } from '#generated/questionnaire/options.ts'
import { kindNames, type Item } from '../../shared/item.ts'
import { bank } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import { kindLabels } from './kind-labels.ts'

interface DrawerProps {
  readonly onInsert: (item: Item) => void
  readonly onClose: () => void
}

export function BankDrawer({ onInsert, onClose }: DrawerProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(true)
  const [search, setSearch] = useState('')
  const [note, setNote] = useState('')
  const text = useDeferredValue(search)
  const insert = (item: Item): void => {
    onInsert(item)
    setNote(t('inserted', { title: item.title }))
  }
  return (
    <Drawer
      isOpen={isOpen}
      size="min(480px, 100%)"
      transitionDuration={150}
      onClose={() => setOpen(false)}
      onClosed={onClose}
    >
      <div role="dialog" aria-modal="true" aria-label={t('from-bank')} className="questionnaire-bank">
        <div className="questionnaire-item-head">
          <h2>{t('from-bank')}</h2>
          <Button icon={<Cross />} variant="minimal" aria-label={t('close')} onClick={() => setOpen(false)} />
        </div>
        <InputGroup
          type="search"
          autoFocus
          aria-label={t('search-bank')}
          placeholder={t('search-bank')}
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <p role="status">{note}</p>
        <Questions search={text} onInsert={insert} />
      </div>
    </Drawer>
  )
}

function Questions({ search, onInsert }: { readonly search: string } & Pick<DrawerProps, 'onInsert'>) {
  const t = useT()
  const language = useLanguage()
  const { value, error } = useStaleWhileRevalidate(`questionnaire bank ${search}`, () =>
    callRoute(bank, { search }, { quiet: true }),
  )
  if (value === null) return error !== null && <p role="alert">{errorText(error)}</p>
  // The contract describes no more of an item than that it is an object.
  const items = value.items as unknown as readonly Item[]
  if (items.length === 0) return <p>{t('bank-empty')}</p>
  return items.map((item) => (
    <Button
      key={item.questionId}
      alignText="start"
      icon={<Plus />}
      aria-label={t('insert', { title: item.title })}
      onClick={() => onInsert(item)}
    >
      {item.title} · {kindLabels[itemOptions.kind[kindNames.find((name) => name === item.kind) ?? 'short']]?.[language]}
    </Button>
  ))
}
