/** The queue: one button a task, which shows its output. */
import { useSnapshot } from 'valtio'
import { lineOf } from './commands.ts'
import { showTask } from './queue.ts'
import { terminal } from './store.ts'
import { Elapsed, StatusIcon, useStatusText } from './TaskStatus.tsx'
import { useT } from './texts.ts'

export function TaskList({ shown }: { readonly shown: string }) {
  const t = useT()
  const statusText = useStatusText()
  const { taskList } = useSnapshot(terminal)
  return (
    <ol className="terminal-tasks" aria-label={t('tasks')}>
      {taskList.map((task) => (
        <li key={task.uuid}>
          <button
            type="button"
            className="terminal-task"
            aria-current={task.uuid === shown ? 'true' : undefined}
            onClick={() => showTask(task.uuid)}
          >
            <StatusIcon task={task} />
            <span className="terminal-task-line">{lineOf(task.command)}</span>
            <span className="terminal-task-state">{statusText(task)}</span>
            <Elapsed task={task} />
          </button>
        </li>
      ))}
    </ol>
  )
}
