import { Button, Classes, Dialog } from '@blueprintjs/core'
import { useId, useState, type ReactNode } from 'react'
import { linesOf, type MachineActionModel } from '../../../protocol/index.ts'
import type { ApiError } from '../../core/api/api-error.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { actionIntent } from './ActionButton.tsx'
import type { ActionRun } from './action-run.ts'
import { useKeptFocus } from '../../core/react/use-kept-focus.ts'
import { Consequence } from './Consequence.tsx'
import { useActionDialog, type ActionDialogState } from './use-action-dialog.ts'
import { BatchResults } from './BatchResults.tsx'
import { inputsFor } from './input-model.ts'
import { Refusal } from './Refusal.tsx'
import type { ActionRequest } from './action-host.ts'
import { recordName } from '../../fields/record-names.ts'
import { useT } from './texts.ts'

const ActionForm = lazyComponent(async () => (await import('./ActionForm.tsx')).ActionForm, FormWaiting)

export interface ActionDialogProps {
  readonly request: ActionRequest
  readonly run: ActionRun
  /** What an earlier try came to. */
  readonly problem: ApiError | null
  /** The record is chosen in the dialog: its input, and whether the target is there. Absent = it is known. */
  readonly choice?: { readonly input: ReactNode; readonly isMade: boolean }
  readonly onChanged: (ids: readonly number[]) => Promise<void>
  readonly onClosed: () => void
}

/** Asks for the input of an action or for a confirmation, and shows the answer. Closing discards the input. */
export function ActionDialog({ request, run, problem, choice, onChanged, onClosed }: ActionDialogProps) {
  const { model, action, target } = request
  const t = useT()
  const language = useLanguage()
  const formId = `action${useId().replaceAll(/[^\w-]/g, '')}`
  const [isReady, setReady] = useState(false)
  const dialog = useActionDialog(request, run, problem, onChanged)
  const [footer, rememberFocus] = useKeptFocus(dialog.isBusy)
  const send: ActionDialogState['send'] = (input) => {
    rememberFocus()
    return dialog.send(input)
  }
  const label = action.label[language]
  const title = choice
    ? label
    : 'ids' in target
      ? t('title-many', { action: label, count: target.ids.length })
      : t('title', { action: label, name: recordName(model, target.row) })
  const isChosen = choice?.isMade ?? true
  const needsInput = inputsFor(request).length > 0 && dialog.results === null && dialog.isPossible
  const isWide = linesOf({ ...model, fields: inputsFor(request) }).length > 0
  return (
    <Dialog
      isOpen={dialog.isOpen}
      onClose={dialog.leave}
      onClosed={onClosed}
      canEscapeKeyClose={!dialog.isBusy}
      canOutsideClickClose={false}
      isCloseButtonShown={false}
      transitionDuration={100}
      title={title}
      className={isWide ? 'action-dialog action-dialog-wide' : 'action-dialog'}
      role={needsInput ? 'dialog' : 'alertdialog'}
    >
      <div className={Classes.DIALOG_BODY}>
        {choice?.input}
        {dialog.results === null && dialog.isPossible && (
          <Consequence request={request} row={isChosen ? dialog.row : null} />
        )}
        {dialog.results && <BatchResults results={dialog.results} target={target} />}
        {dialog.problem && (
          <Refusal
            model={model}
            problem={dialog.problem}
            row={dialog.row}
            shown={needsInput ? inputsFor(request).map(({ name }) => name) : []}
          />
        )}
        {needsInput && isChosen && (
          <ActionForm
            key={String(dialog.row?.['id'])}
            request={request}
            formId={formId}
            row={dialog.row}
            send={send}
            onReady={setReady}
          />
        )}
      </div>
      <div ref={footer} className={Classes.DIALOG_FOOTER}>
        <Footer
          dialog={dialog}
          send={send}
          action={action}
          formId={needsInput ? formId : null}
          isReady={isChosen && (isReady || !needsInput)}
        />
      </div>
    </Dialog>
  )
}

function FormWaiting() {
  return (
    <p className="action-waiting" role="status">
      {useT()('loading')}
    </p>
  )
}

interface FooterProps {
  readonly dialog: ActionDialogState
  readonly send: ActionDialogState['send']
  readonly action: MachineActionModel
  /** The form that the button submits; null = the action has no input. */
  readonly formId: string | null
  readonly isReady: boolean
}

function Footer({ dialog, send, action, formId, isReady }: FooterProps) {
  const t = useT()
  const language = useLanguage()
  const { isBusy, isPossible, results, problem, leave } = dialog
  if (!isPossible || results)
    return (
      <div className={Classes.DIALOG_FOOTER_ACTIONS}>
        <Button text={t('close')} autoFocus onClick={leave} />
      </div>
    )
  const isDanger = action.tone === 'danger'
  const intent = actionIntent(action)
  const text =
    problem?.kind === undefined
      ? action.label[language]
      : isUnanswered(problem)
        ? t('retry')
        : problem.refusal?.reason === 'conflict'
          ? t('try-new')
          : action.label[language]
  return (
    <div className={Classes.DIALOG_FOOTER_ACTIONS}>
      <Button text={t('cancel')} disabled={isBusy} onClick={leave} autoFocus={isDanger && formId === null} />
      <Button
        intent={intent}
        text={text}
        loading={isBusy}
        disabled={!isReady}
        autoFocus={!isDanger && formId === null}
        {...(formId === null ? { onClick: () => void send({}) } : { type: 'submit' as const, form: `${formId}-form` })}
      />
    </div>
  )
}

/** It is unknown whether the action was carried out. */
function isUnanswered({ kind }: ApiError): boolean {
  return kind !== 'refused'
}
