/** Parts of an open record that load for tables that have them: states and actions, history, mail. */
import { Classes } from '@blueprintjs/core'
import { hasStates } from '../../../protocol/index.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import type { RecordFormState } from '../../form/use-record-form.ts'
import type { RecordMachineProps } from '../actions/RecordMachine.tsx'
import type { RecordHistoryProps } from './history/history-props.ts'
import type { MailButtonProps } from './mail/draft.ts'

const load = () => import('../actions/RecordMachine.tsx')

export const RecordMachine = lazyComponent<RecordMachineProps>(
  async () => (await load()).RecordMachine,
  MachineSkeleton,
)

/** Starts to load the code while the record is being fetched. */
export const preloadMachine = (): void => void load()

/** Sends the record by mail. */
export const MailButton = lazyComponent<MailButtonProps>(async () => (await import('./mail/MailButton.tsx')).MailButton)

/** The history of the record. */
export const RecordHistory = lazyComponent<RecordHistoryProps>(
  async () => (await import('./history/RecordHistory.tsx')).RecordHistory,
)

/** Asks which version to keep. Loaded with the first change, before a save can meet another one. */
export const ConflictDialog = lazyComponent<{ readonly form: RecordFormState }>(
  async () => (await import('./ConflictDialog.tsx')).ConflictDialog,
)

function MachineSkeleton({ model }: Pick<RecordMachineProps, 'model'>) {
  if (!hasStates(model)) return null
  return (
    <div className="record-acts" aria-hidden>
      <span className={Classes.SKELETON} />
      <span className={Classes.SKELETON} />
    </div>
  )
}
