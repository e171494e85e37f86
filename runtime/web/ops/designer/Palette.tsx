/** Ready-made fields to add: pressed, or dragged to where they belong. */
import { Button, HTMLSelect } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLanguage } from '../../core/i18n/language.ts'
import type { JsonObject, Overview } from './calls.ts'
import { paletteItems, referenceSchema } from './palette.ts'
import { useT, type TextKey } from './texts.ts'

/** A field that can be added: its first name, its keywords, and what its kind is called. */
export interface NewField {
  readonly name: string
  readonly schema: JsonObject
  readonly key: TextKey
}

interface PaletteProps {
  readonly entity: string
  readonly overview: Overview
  readonly onAdd: (field: NewField) => void
  /** null = it is no longer dragged. */
  readonly onDrag: (field: NewField | null) => void
}

export function Palette({ entity, overview, onAdd, onDrag }: PaletteProps) {
  const t = useT()
  const language = useLanguage()
  const [target, setTarget] = useState('')
  const reference: NewField = {
    key: 'kind.reference',
    name: `${target.split('/')[1] ?? 'record'}_id`,
    schema: referenceSchema(target),
  }
  const propsOf = (field: NewField) => ({
    size: 'small' as const,
    variant: 'outlined' as const,
    alignText: 'start' as const,
    icon: <Plus />,
    text: t(field.key),
    draggable: true,
    onDragStart: () => onDrag(field),
    onDragEnd: () => onDrag(null),
    onClick: () => onAdd(field),
  })
  return (
    <nav className="designer-palette tw-card" aria-label={t('palette')}>
      <h3>{t('palette')}</h3>
      <div className="designer-kinds">
        {paletteItems.map((item) => (
          <Button key={item.key} {...propsOf(item)} />
        ))}
        <HTMLSelect
          aria-label={t('reference-pick')}
          value={target}
          onChange={(event) => setTarget(event.currentTarget.value)}
        >
          <option value="">{t('reference-pick')}…</option>
          {overview.entities
            .filter(({ id }) => id !== entity)
            .map(({ id, label }) => (
              <option key={id} value={id}>
                {label[language]} ({id})
              </option>
            ))}
        </HTMLSelect>
        <Button {...propsOf(reference)} disabled={target === ''} />
      </div>
    </nav>
  )
}
