import { Button, ProgressBar } from '@blueprintjs/core'
import { Cross, Pause, Play, Repeat } from '@blueprintjs/icons'
import { isUnderWay, type UploadQueue, type UploadTask } from './queue.ts'
import { useUploadT } from './texts.ts'
import './upload.css'

interface UploadListProps {
  readonly tasks: readonly UploadTask[]
  readonly queue: UploadQueue
  readonly isResumable: boolean
}

/** Uploads that run, wait or have failed, each with the buttons that apply to it. */
export function UploadList({ tasks, queue, isResumable }: UploadListProps) {
  if (tasks.length === 0) return null
  return (
    <ul className="upload-list">
      {tasks.map((task) => (
        <UploadRow key={task.key} task={task} queue={queue} isResumable={isResumable} />
      ))}
    </ul>
  )
}

function UploadRow({ task, queue, isResumable }: Omit<UploadListProps, 'tasks'> & { readonly task: UploadTask }) {
  const t = useUploadT()
  const { key, state, progress } = task
  const name = task.file.name || t('unnamed')
  return (
    <li className="upload-row" data-state={state}>
      <span className="upload-name" title={name}>
        {name}
      </span>
      {state === 'error' && (
        <span role="alert" className="upload-problem">
          {task.message}
        </span>
      )}
      {state === 'paused' && (
        <div className="upload-progress">
          <ProgressBar value={progress} animate={false} stripes={false} aria-hidden />
          <span>
            {t('paused')} {Math.round(progress * 100)} %
          </span>
        </div>
      )}
      {isUnderWay(task) && (
        <div
          role="progressbar"
          aria-label={t(state === 'checking' ? 'checking' : 'uploading', { name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(progress * 100)}
          aria-valuetext={state === 'waiting' ? t('waiting') : `${Math.round(progress * 100)} %`}
          className="upload-progress"
        >
          <ProgressBar value={progress} stripes={false} intent={state === 'waiting' ? 'none' : 'primary'} aria-hidden />
          <span aria-hidden>{state === 'waiting' ? t('waiting') : `${Math.round(progress * 100)} %`}</span>
        </div>
      )}
      <span className="upload-actions">
        {isResumable && isUnderWay(task) && (
          <Button
            variant="minimal"
            size="small"
            icon={<Pause />}
            aria-label={t('pause', { name })}
            onClick={() => queue.pause(key)}
          />
        )}
        {(state === 'paused' || (state === 'error' && task.canRestart)) && (
          <Button
            variant="minimal"
            size="small"
            icon={state === 'paused' ? <Play /> : <Repeat />}
            text={t(state === 'paused' ? 'resume' : 'retry')}
            onClick={() => queue.restart(key)}
          />
        )}
        <Button
          variant="minimal"
          size="small"
          icon={<Cross />}
          aria-label={t(state === 'error' ? 'remove' : 'cancel', { name })}
          onClick={() => queue.cancel(key)}
        />
      </span>
    </li>
  )
}
