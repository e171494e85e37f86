import { Classes, Dialog } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { writableColumns, type FieldModel, type ImportDraft, type TableModel } from '../../../../protocol/index.ts'
import { useLabel } from '../../../core/i18n/language.ts'
import type { ImportPlan } from './calls.ts'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FileStep } from './FileStep.tsx'
import './import.css'
import { columnsOf, proposedMapping, rememberedMapping, rememberMapping } from './mapping.ts'
import type { OpenFile } from './open-file.ts'
import { PreviewStep } from './PreviewStep.tsx'
import { ResultStep } from './ResultStep.tsx'
import { useT } from './texts.ts'
import type { ImportWatch } from './use-import-run.ts'

export interface ImportDialogProps {
  readonly model: TableModel
  readonly watch: ImportWatch
  /** Called when it has closed. */
  readonly onClosed: () => void
}

const steps = ['file', 'columns', 'preview', 'result'] as const
type Step = (typeof steps)[number]

/** From a file to its records: choose it, say which column fills which field, see what will happen, import. */
export function ImportDialog({ model, watch, onClosed }: ImportDialogProps) {
  const t = useT()
  const label = useLabel()
  const [isOpen, setOpen] = useState(true)
  const [step, setStep] = useState<Step>(watch.state?.state === 'running' ? 'result' : 'file')
  const [open, setFile] = useState<OpenFile | null>(null)
  const close = (): void => setOpen(false)
  const fields = useImportFields(model, open?.draft ?? null)
  const openDraft = (file: File, draft: ImportDraft): void => {
    setFile({ file, draft, plan: planFor(model, draft, draft.headerLine) })
    setStep('columns')
  }
  const change = (plan: ImportPlan): void => setFile((before) => before && { ...before, plan })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      onClosed={onClosed}
      canOutsideClickClose={false}
      transitionDuration={100}
      title={t('title', { table: label(model.label) })}
      className="import-dialog"
    >
      <Steps current={step} />
      {step === 'file' && (
        <FileStep
          model={model}
          onRead={openDraft}
          onClose={close}
          onWatch={(run) => {
            watch.watch(run, true)
            setStep('result')
          }}
        />
      )}
      {step === 'columns' && open && (
        <ColumnsStep
          model={model}
          fields={fields}
          open={open}
          onFile={openDraft}
          onPlan={change}
          onHeaderLine={(line) => change(planFor(model, open.draft, line, open.plan.blank))}
          onBack={() => setStep('file')}
          onNext={() => {
            rememberMapping(model.id, columnsOf(open.draft, open.plan.headerLine), open.plan.columns)
            setStep('preview')
          }}
        />
      )}
      {step === 'preview' && open && (
        <PreviewStep
          model={model}
          fields={fields}
          open={open}
          onBack={() => setStep('columns')}
          onStarted={(run) => {
            watch.watch(run)
            setStep('result')
          }}
        />
      )}
      {step === 'result' && (
        <ResultStep model={model} state={watch.state} onClose={close} onAgain={() => setStep('file')} />
      )}
    </Dialog>
  )
}

function Steps({ current }: { readonly current: Step }) {
  const t = useT()
  return (
    <ol className="import-steps" aria-label={t('steps')}>
      {steps.map((step, index) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          <span className="import-step-number" aria-hidden>
            {index + 1}
          </span>
          <span className={step === current ? undefined : Classes.TEXT_MUTED}>{t(`step-${step}`)}</span>
        </li>
      ))}
    </ol>
  )
}

/** Fields that the person may fill, as the server says. */
function useImportFields(model: TableModel, draft: ImportDraft | null): readonly FieldModel[] {
  return useMemo(
    () => writableColumns(model).filter(({ name }) => draft === null || draft.fields.includes(name)),
    [model, draft],
  )
}

function planFor(
  model: TableModel,
  draft: ImportDraft,
  headerLine: number,
  blank: ImportPlan['blank'] = 'keep',
): ImportPlan {
  const fields = writableColumns(model).filter(({ name }) => draft.fields.includes(name))
  const columns = proposedMapping(fields, columnsOf(draft, headerLine), rememberedMapping(model.id))
  return { headerLine, columns, blank }
}
