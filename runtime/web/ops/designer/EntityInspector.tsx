/** The properties of a table as a whole: what it is called, what names a record, the sections of its form. */
import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Plus, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLanguage } from '../../core/i18n/language.ts'
import type { Operation } from './calls.ts'
import { ChangeSheet } from './ChangeSheet.tsx'
import { CommittedInput } from './CommittedInput.tsx'
import { freeName } from './palette.ts'
import { fieldsOf, labelOf, objectOf, sectionsOf } from './schema-values.ts'
import { useT } from './texts.ts'
import type { Design } from './use-design.ts'

interface EntityInspectorProps {
  readonly design: Design
  /** The table has another name, or is gone. */
  readonly onGone: () => void
}

const languages = ['zh-cn', 'en'] as const

export function EntityInspector({ design, onGone }: EntityInspectorProps) {
  return (
    <div className="designer-fields">
      <EntityLabels design={design} />
      <TitleSelect design={design} />
      <SectionEditor design={design} />
      <WholeTable design={design} onGone={onGone} />
    </div>
  )
}

interface PartProps {
  readonly design: Design
}

function EntityLabels({ design }: PartProps) {
  const t = useT()
  const { document, entity } = design
  const labels = [
    { key: 'many', path: ['x-label'], label: labelOf(objectOf(document), entity) },
    {
      key: 'one',
      path: ['x-entity', 'label'],
      label: labelOf({ 'x-label': objectOf(document?.['x-entity'])['label'] }, entity),
    },
  ] as const
  return labels.flatMap(({ key, path, label }) =>
    languages.map((language) => (
      <FormGroup
        key={`${key} ${language}`}
        label={t(`label-${key}`, { language })}
        labelFor={`inspect-${key}-${language}`}
      >
        <CommittedInput
          id={`inspect-${key}-${language}`}
          value={label[language]}
          onCommit={(text) => {
            if (text !== '') void design.change({ op: 'setFacet', entity, path, value: { ...label, [language]: text } })
          }}
        />
      </FormGroup>
    )),
  )
}

function TitleSelect({ design }: PartProps) {
  const t = useT()
  const language = useLanguage()
  const { document, entity } = design
  return (
    <FormGroup label={t('title-field')} labelFor="inspect-title">
      <HTMLSelect
        id="inspect-title"
        fill
        value={String(objectOf(document?.['x-entity'])['title'] ?? '')}
        onChange={(event) =>
          void design.change({
            op: 'setFacet',
            entity,
            path: ['x-entity', 'title'],
            value: event.currentTarget.value,
          })
        }
      >
        {fieldsOf(document).map(([name, schema]) => (
          <option key={name} value={name}>
            {labelOf(schema, name)[language]}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  )
}

/** Sections differ in height, so that buttons move them. */
function SectionEditor({ design }: PartProps) {
  const t = useT()
  const language = useLanguage()
  const { document, entity } = design
  const sections = sectionsOf(document)
  const change = (operation: Operation): void => void design.change({ ...operation, entity })
  const add = (): void => {
    const name = freeName(
      'section',
      sections.map((section) => section.name),
    )
    const label = { 'zh-cn': t('section'), en: t('section') }
    change({ op: 'addSection', name, label, index: (sections.at(-1)?.index ?? -1) + 1 })
  }
  return (
    <fieldset className="designer-options">
      <legend>{t('sections')}</legend>
      <ol>
        {sections.map(({ index, name, label }, position) => (
          <li key={name}>
            <span>
              <label className="tw-visually-hidden" htmlFor={`section-${name}`}>
                {t('section-label', { number: position + 1 })}
              </label>
              <CommittedInput
                id={`section-${name}`}
                value={label?.[language] ?? name}
                onCommit={(text) => {
                  const value = { 'zh-cn': text, en: text, ...label, [language]: text }
                  const path = ['x-views', 'form', String(index), 'x-label']
                  if (text !== '') change({ op: 'setFacet', path, value })
                }}
              />
            </span>
            <Button
              size="small"
              variant="minimal"
              icon={<ArrowUp />}
              aria-label={`${t('move-up')} ${label?.[language] ?? name}`}
              disabled={position === 0}
              onClick={() => change({ op: 'moveSection', from: index, to: sections[position - 1]?.index ?? 0 })}
            />
            <Button
              size="small"
              variant="minimal"
              icon={<ArrowDown />}
              aria-label={`${t('move-down')} ${label?.[language] ?? name}`}
              disabled={position === sections.length - 1}
              onClick={() => change({ op: 'moveSection', from: index, to: sections[position + 1]?.index ?? 0 })}
            />
            <Button
              size="small"
              variant="minimal"
              icon={<Trash />}
              aria-label={t('remove-section', { name: label?.[language] ?? name })}
              disabled={sections.length === 1}
              onClick={() => change({ op: 'removeSection', index })}
            />
          </li>
        ))}
      </ol>
      <Button size="small" icon={<Plus />} text={t('add-section')} onClick={add} />
    </fieldset>
  )
}

/** A new name, or the end of the table: applied by itself, since nothing else can be about a table that is gone. */
function WholeTable({ design, onGone }: EntityInspectorProps) {
  const t = useT()
  const [operation, setOperation] = useState<Operation | null>(null)
  const { draft, entity } = design
  const [, name = ''] = entity.split('/')
  const isOpen = draft.operations.length > 0
  return (
    <fieldset className="designer-options">
      <legend>{t('table')}</legend>
      {isOpen && <p>{t('table-open')}</p>}
      {!isOpen && (
        <FormGroup label={t('new-name')} labelFor="inspect-entity">
          <CommittedInput
            id="inspect-entity"
            value={name}
            onCommit={(text) => text !== '' && setOperation({ op: 'renameEntity', entity, name: text })}
          />
        </FormGroup>
      )}
      <Button
        size="small"
        variant="outlined"
        intent="danger"
        icon={<Trash />}
        text={t('remove-table')}
        disabled={isOpen}
        onClick={() => setOperation({ op: 'removeEntity', entity })}
      />
      {operation && (
        <ChangeSheet
          change={{ operations: [operation], bases: draft.bases }}
          onClose={() => setOperation(null)}
          onApplied={onGone}
        />
      )}
    </fieldset>
  )
}
