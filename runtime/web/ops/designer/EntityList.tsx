/** Tables by module, with a search over tables and fields, and the ways to a new one. */
import { Button, InputGroup, Tag } from '@blueprintjs/core'
import { Plus, Search } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLanguage } from '../../core/i18n/language.ts'
import type { EntitySummary, Operation, Overview } from './calls.ts'
import { readDraft } from './draft.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { NewEntityDialog } from './NewEntityDialog.tsx'
import { useT } from './texts.ts'

const dateOf = (seconds: number, language: string): string =>
  new Date(seconds * 1000).toLocaleDateString(language === 'zh-cn' ? 'zh-CN' : 'en')

interface EntityListProps {
  readonly overview: Overview
  readonly onOpen: (entity: string, initial: readonly Operation[] | null) => void
  /** Schemas were changed: what is shown is out of date. */
  readonly onChanged: () => void
}

export function EntityList({ overview, onOpen, onChanged }: EntityListProps) {
  const t = useT()
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<'new' | 'history' | null>(null)
  const words = search.trim().toLowerCase()
  const isMatch = ({ id, label, fields }: EntitySummary): boolean =>
    [
      id,
      label['zh-cn'],
      label.en,
      ...fields.flatMap((field) => [field.name, field.label['zh-cn'], field.label.en]),
    ].some((text) => text.toLowerCase().includes(words))
  const matches = overview.entities.filter(isMatch)
  return (
    <div className="designer-entities tw-card">
      <div className="designer-bar">
        <InputGroup
          leftIcon={<Search />}
          placeholder={t('search')}
          aria-label={t('search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button intent="primary" icon={<Plus />} text={t('new-entity')} onClick={() => setDialog('new')} />
        <Button variant="outlined" text={t('history')} onClick={() => setDialog('history')} />
      </div>
      {matches.length === 0 && <p role="status">{t('nothing')}</p>}
      {overview.modules
        .filter(({ name }) => matches.some(({ module }) => module === name))
        .map((module) => (
          <section key={module.name}>
            <h2>
              {module.label[language]} <code>{module.name}</code>
            </h2>
            <ul>
              {matches
                .filter((entity) => entity.module === module.name)
                .map((entity) => (
                  <li key={entity.id}>
                    <Button
                      variant="minimal"
                      alignText="start"
                      text={entity.label[language]}
                      onClick={() => onOpen(entity.id, null)}
                    />
                    <span>
                      <code>{entity.id}</code> · {t('fields', { count: entity.fields.length })}
                      {overview.rows[entity.id] !== undefined &&
                        ` · ${t('records', { number: (overview.rows[entity.id] ?? 0).toLocaleString(language) })}`}
                      {` · ${t('changed', { date: dateOf(entity.changed, language) })}`}
                      {entity.usedBy.length > 0 && ` · ${t('used-by', { names: entity.usedBy.join(', ') })}`}
                    </span>
                    {readDraft(entity.id) && (
                      <Tag minimal intent="primary">
                        {t('draft')}
                      </Tag>
                    )}
                  </li>
                ))}
            </ul>
          </section>
        ))}
      {dialog === 'new' && <NewEntityDialog overview={overview} onClose={() => setDialog(null)} onCreate={onOpen} />}
      {dialog === 'history' && <HistoryDialog onClose={() => setDialog(null)} onChanged={onChanged} />}
    </div>
  )
}
