/** One table while it is designed: palette, live preview, inspector, and the changes with a way back for each. */
import { Button, Callout, HTMLSelect, Spinner, Tab, Tabs } from '@blueprintjs/core'
import { ArrowLeft, Undo } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLanguage } from '../../core/i18n/language.ts'
import type { Operation, Overview } from './calls.ts'
import { ChangeSheet } from './ChangeSheet.tsx'
import { placeBeside, type Drop, type FormPlace } from './drag.ts'
import { EntityInspector } from './EntityInspector.tsx'
import { FormPreview } from './FormPreview.tsx'
import { IndexEditor } from './IndexEditor.tsx'
import { Inspector } from './Inspector.tsx'
import { ListPreview } from './ListPreview.tsx'
import { freeName } from './palette.ts'
import { Palette, type NewField } from './Palette.tsx'
import { Panes, type PaneName } from './Panes.tsx'
import { fieldsOf, labelOf, objectOf } from './schema-values.ts'
import { useT } from './texts.ts'
import { useDesign, type Design } from './use-design.ts'

interface EntityDesignerProps {
  readonly entity: string
  readonly initial: readonly Operation[] | null
  readonly overview: Overview
  readonly onBack: () => void
}

interface Selection {
  /** null = the whole table. */
  readonly field: string | null
  /** Another one for each choice: a field that gets another name stays the one that is worked on. */
  readonly number: number
  /** It was just added: its label is what comes next. */
  readonly isNew: boolean
}

const nothing: Selection = { field: null, number: 0, isNew: false }

export function EntityDesigner({ entity, initial, overview, onBack }: EntityDesignerProps) {
  const t = useT()
  const language = useLanguage()
  const design = useDesign(entity, initial)
  const [isReviewing, setReviewing] = useState(false)
  const { document, error, isBusy, draft } = design
  const title = labelOf(objectOf(document), entity)[language]
  const { selection, field, sheet, drop, ...actions } = useFieldActions(design)
  return (
    <div className="designer">
      <div className="designer-bar">
        <Button variant="minimal" icon={<ArrowLeft />} text={t('back')} onClick={onBack} />
        <h2>
          {title} <code>{entity}</code>
        </h2>
        <span className="designer-busy">{isBusy && <Spinner size={16} />}</span>
        <Button
          intent="primary"
          disabled={draft.operations.length === 0 || isBusy}
          text={t('review')}
          onClick={() => {
            actions.setSheet(null)
            setReviewing(true)
          }}
        />
      </div>
      {error !== null && <Failure design={design} error={error} />}
      <Problems design={design} onSelect={actions.select} />
      <Panes
        sheet={sheet}
        onSheet={actions.setSheet}
        count={draft.operations.length}
        palette={<Palette entity={entity} overview={overview} onDrag={actions.dragNew} onAdd={actions.add} />}
        preview={
          <PreviewPane design={design} field={field} drop={drop} onSelect={actions.select} onDrag={actions.dragField} />
        }
        inspector={
          <InspectorPane
            design={design}
            field={field}
            selection={selection}
            onSelect={actions.select}
            onRenamed={actions.rename}
            onGone={onBack}
          />
        }
        changes={<Changes design={design} />}
      />
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

/** The field that is worked on, and what a person does with fields: selects, adds and drags them. */
function useFieldActions(design: Design) {
  const t = useT()
  const { document, entity } = design
  const [selection, setSelection] = useState<Selection>(nothing)
  const [sheet, setSheet] = useState<PaneName | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const names = fieldsOf(document).map(([name]) => name)
  const field = selection.field !== null && names.includes(selection.field) ? selection.field : null
  const select = (name: string | null, isNew = false): void => {
    setSelection((before) => ({ field: name, number: before.number + 1, isNew }))
    setSheet('inspector')
  }
  const add = async ({ name, schema, key }: NewField, place: FormPlace | null): Promise<void> => {
    const own = freeName(name, names)
    const label = { 'zh-cn': t(key), en: t(key) }
    const operation = { op: 'addField', entity, field: own, schema: { ...schema, 'x-label': label } }
    if (await design.change({ ...operation, ...(place && { place }) })) select(own, true)
  }
  const dragNew = (item: NewField | null): void => {
    const next: Drop = (target, side) => {
      if (item) void add(item, placeBeside(document, target, side, null))
    }
    setDrop(() => (item === null ? null : next))
  }
  const dragField = (dragged: string | null): void => {
    const next: Drop = (target, side) => {
      const to = target === dragged ? null : placeBeside(document, target, side, dragged)
      if (to && dragged !== null) void design.change({ op: 'moveInForm', entity, field: dragged, to })
    }
    setDrop(() => (dragged === null ? null : next))
  }
  return {
    selection,
    field,
    sheet,
    drop,
    setSheet,
    select,
    // Behind the selected field, in a row of its own.
    add: (item: NewField) => void add(item, field === null ? null : placeBeside(document, field, 'below', null)),
    dragNew,
    dragField,
    rename: (name: string) => setSelection((before) => ({ ...before, field: name })),
  }
}

function Failure({ design: { conflict }, error }: { readonly design: Design; readonly error: string }) {
  const t = useT()
  return (
    <Callout role="alert" intent="danger" compact>
      {error}
      {conflict &&
        (['own', 'other'] as const).map((side) => (
          <details key={side}>
            <summary>{t(`conflict-${side}`)}</summary>
            <pre>{conflict[side]}</pre>
          </details>
        ))}
    </Callout>
  )
}

interface PaneProps {
  readonly design: Design
  /** The selected one. */
  readonly field: string | null
  readonly onSelect: (field: string | null) => void
}

interface PreviewPaneProps extends PaneProps {
  /** null = nothing is dragged. */
  readonly drop: Drop | null
  readonly onDrag: (field: string | null) => void
}

function PreviewPane({ design, field, drop, onSelect, onDrag }: PreviewPaneProps) {
  const t = useT()
  const draft = design.preview?.entities.find(({ id }) => id === design.entity)
  return (
    <section className="designer-preview tw-card" aria-label={t('preview')}>
      {draft && (
        <Tabs id="design-preview" renderActiveTabPanelOnly>
          <Tab
            id="form"
            title={t('form')}
            panel={
              <FormPreview
                model={draft.model}
                form={draft.form}
                document={design.document}
                selected={field}
                drop={drop}
                onSelect={onSelect}
                onDrag={onDrag}
              />
            }
          />
          <Tab
            id="list"
            title={t('list')}
            panel={<ListPreview design={design} model={draft.model} selected={field} onSelect={onSelect} />}
          />
          <Tab id="indexes" title={t('indexes')} panel={<IndexEditor design={design} />} />
        </Tabs>
      )}
    </section>
  )
}

interface InspectorPaneProps extends PaneProps {
  readonly selection: Selection
  readonly onRenamed: (field: string) => void
  readonly onGone: () => void
}

function InspectorPane({ design, field, selection, onSelect, onRenamed, onGone }: InspectorPaneProps) {
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
        <Inspector key={selection.number} design={design} field={field} isNew={selection.isNew} onRenamed={onRenamed} />
      )}
    </aside>
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
