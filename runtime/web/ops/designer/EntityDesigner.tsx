/** One table while it is designed: palette, live preview, inspector, and the changes with a way back for each. */
import { Button, Callout, HTMLSelect, Spinner, Tab, Tabs } from '@blueprintjs/core'
import { ArrowLeft, Plus, Undo } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLanguage } from '../../core/i18n/language.ts'
import type { JsonObject, Operation, Overview } from './calls.ts'
import { ChangeSheet } from './ChangeSheet.tsx'
import { EntityInspector } from './EntityInspector.tsx'
import { FormPreview } from './FormPreview.tsx'
import { IndexEditor } from './IndexEditor.tsx'
import { Inspector } from './Inspector.tsx'
import { ListPreview } from './ListPreview.tsx'
import { freeName, paletteItems, referenceSchema } from './palette.ts'
import { fieldsOf, labelOf, objectOf, placeOf } from './schema-values.ts'
import { useT, type TextKey } from './texts.ts'
import { useDesign, type Design } from './use-design.ts'

interface EntityDesignerProps {
  readonly entity: string
  readonly initial: readonly Operation[] | null
  readonly overview: Overview
  readonly onBack: () => void
}

export function EntityDesigner({ entity, initial, overview, onBack }: EntityDesignerProps) {
  const t = useT()
  const language = useLanguage()
  const design = useDesign(entity, initial)
  const [selected, setSelected] = useState<string | null>(null)
  const [isReviewing, setReviewing] = useState(false)
  const { document, error, conflict, isBusy, draft } = design
  const title = labelOf(objectOf(document), entity)[language]
  const names = fieldsOf(document).map(([name]) => name)
  const field = selected !== null && names.includes(selected) ? selected : null
  const add = async (name: string, schema: JsonObject, key: TextKey): Promise<void> => {
    const own = freeName(name, names)
    const label = { 'zh-cn': t(key), en: t(key) }
    const place = field === null ? null : placeOf(document, field)
    const operation = { op: 'addField', entity, field: own, schema: { ...schema, 'x-label': label } }
    // Behind the selected field, in a row of its own.
    const below = place && { place: { section: place.section, row: place.row + 1 } }
    if (await design.change({ ...operation, ...below })) setSelected(own)
  }
  return (
    <div className="designer">
      <div className="designer-bar">
        <Button variant="minimal" icon={<ArrowLeft />} text={t('back')} onClick={onBack} />
        <h2>
          {title} <code>{entity}</code>
        </h2>
        {isBusy && <Spinner size={16} />}
        <Button
          intent="primary"
          disabled={draft.operations.length === 0 || isBusy}
          text={t('review')}
          onClick={() => setReviewing(true)}
        />
      </div>
      {error !== null && (
        <Callout role="alert" intent="danger" compact>
          {error}
          {conflict && (
            <>
              {(['own', 'other'] as const).map((side) => (
                <details key={side}>
                  <summary>{t(`conflict-${side}`)}</summary>
                  <pre>{conflict[side]}</pre>
                </details>
              ))}
            </>
          )}
        </Callout>
      )}
      <Problems design={design} onSelect={setSelected} />
      <div className="designer-panes">
        <Palette entity={entity} overview={overview} onAdd={(name, schema, key) => void add(name, schema, key)} />
        <PreviewPane design={design} field={field} onSelect={setSelected} />
        <InspectorPane design={design} field={field} onSelect={setSelected} onGone={onBack} />
      </div>
      <Changes design={design} />
      {isReviewing && (
        <ChangeSheet
          change={draft}
          onClose={() => setReviewing(false)}
          onApplied={() => {
            setReviewing(false)
            design.finish()
          }}
        />
      )}
    </div>
  )
}

interface PaneProps {
  readonly design: Design
  /** The selected one. */
  readonly field: string | null
  readonly onSelect: (field: string | null) => void
}

function PreviewPane({ design, field, onSelect }: PaneProps) {
  const t = useT()
  const draft = design.preview?.entities.find(({ id }) => id === design.entity)
  return (
    <section className="designer-preview tw-card" aria-label={t('preview')}>
      {draft && (
        <Tabs id="design-preview" renderActiveTabPanelOnly>
          <Tab
            id="form"
            title={t('form')}
            panel={<FormPreview model={draft.model} form={draft.form} selected={field} onSelect={onSelect} />}
          />
          <Tab
            id="list"
            title={t('list')}
            panel={<ListPreview model={draft.model} selected={field} onSelect={onSelect} />}
          />
          <Tab id="indexes" title={t('indexes')} panel={<IndexEditor design={design} />} />
        </Tabs>
      )}
    </section>
  )
}

function InspectorPane({ design, field, onSelect, onGone }: PaneProps & { readonly onGone: () => void }) {
  const t = useT()
  const language = useLanguage()
  return (
    <aside className="designer-inspector tw-card" aria-label={t('inspector')}>
      <HTMLSelect
        fill
        aria-label={t('inspector')}
        value={field ?? ''}
        onChange={(event) => onSelect(event.currentTarget.value || null)}
      >
        <option value="">{t('whole-table')}</option>
        {fieldsOf(design.document).map(([name, schema]) => (
          <option key={name} value={name}>
            {labelOf(schema, name)[language]}
          </option>
        ))}
      </HTMLSelect>
      {field === null ? (
        <EntityInspector design={design} onGone={onGone} />
      ) : (
        <Inspector key={field} design={design} field={field} onRenamed={onSelect} />
      )}
    </aside>
  )
}

interface PaletteProps {
  readonly entity: string
  readonly overview: Overview
  readonly onAdd: (name: string, schema: JsonObject, key: TextKey) => void
}

function Palette({ entity, overview, onAdd }: PaletteProps) {
  const t = useT()
  const language = useLanguage()
  const [target, setTarget] = useState('')
  const refer = (): void => onAdd(`${target.split('/')[1] ?? 'record'}_id`, referenceSchema(target), 'kind.reference')
  return (
    <nav className="designer-palette tw-card" aria-label={t('palette')}>
      <h3>{t('palette')}</h3>
      <div className="designer-kinds">
        {paletteItems.map(({ key, name, schema }) => (
          <Button
            key={key}
            size="small"
            variant="outlined"
            alignText="start"
            icon={<Plus />}
            text={t(key)}
            onClick={() => onAdd(name, schema, key)}
          />
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
                {label[language]}
              </option>
            ))}
        </HTMLSelect>
        <Button
          size="small"
          variant="outlined"
          alignText="start"
          icon={<Plus />}
          text={t('kind.reference')}
          disabled={target === ''}
          onClick={refer}
        />
      </div>
    </nav>
  )
}

/** Problems never block typing: each leads to its field. */
function Problems({ design, onSelect }: { readonly design: Design; readonly onSelect: (field: string) => void }) {
  const t = useT()
  const language = useLanguage()
  const problems = design.preview?.problems ?? []
  if (problems.length === 0) return null
  return (
    <Callout role="status" intent="warning" compact title={t('problems', { count: problems.length })}>
      <ul>
        {problems.map(({ code, file, line, pointer, message, hint }) => {
          const [, root, name] = pointer.split('/')
          return (
            <li key={`${code} ${file}:${line} ${pointer}`}>
              {root === 'properties' && name !== undefined && file === `${design.entity}.json` && (
                <Button size="small" variant="minimal" text={name} onClick={() => onSelect(name)} />
              )}
              {message[language]} {hint?.[language]}
            </li>
          )
        })}
      </ul>
    </Callout>
  )
}

function Changes({ design }: { readonly design: Design }) {
  const t = useT()
  const language = useLanguage()
  const { draft, preview, isBusy } = design
  if (draft.operations.length === 0) return null
  return (
    <section className="designer-changes tw-card">
      <div className="designer-bar">
        <h3>{t('changes', { count: draft.operations.length })}</h3>
        <Button size="small" variant="minimal" text={t('discard')} disabled={isBusy} onClick={design.discard} />
      </div>
      <ol>
        {draft.operations.map((operation, index) => {
          const text = preview?.words[index]?.[language] ?? operation.op
          return (
            <li key={JSON.stringify(operation)}>
              {text}
              <Button
                size="small"
                variant="minimal"
                icon={<Undo />}
                aria-label={t('undo-change', { name: text })}
                disabled={isBusy}
                onClick={() => design.drop(index)}
              />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
