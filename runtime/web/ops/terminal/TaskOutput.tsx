/** The output of one task: its state, what can be done with it, search, and the lines. */
import { Button, InputGroup, Switch, Tag } from '@blueprintjs/core'
import {
  ChevronDown,
  ChevronUp,
  Duplicate,
  Refresh,
  Search,
  Stop,
  Tick,
  Trash,
  VerticalDistribution,
  WrapLines,
} from '@blueprintjs/icons'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { notifyError } from '../../core/notify.ts'
import { lineText } from './ansi.ts'
import { lineOf } from './commands.ts'
import { OutputLines } from './OutputLines.tsx'
import { removeTask, retryTask, setBlocking, stopTask } from './queue.ts'
import { linesOf } from './rendered-output.ts'
import { findMatches } from './search.ts'
import { canRetry, isDeletable, isRunning, taskStates, type TaskMessage, type TerminalTask } from './tasks.ts'
import { Elapsed, useStatusText } from './TaskStatus.tsx'
import { useT } from './texts.ts'

/** A task as a snapshot of the store has it. */
export type ShownTask = Readonly<Omit<TerminalTask, 'message'>> & { readonly message: readonly TaskMessage[] }

export function TaskOutput({ task }: { readonly task: ShownTask }) {
  const t = useT()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [wraps, setWraps] = useState(true)
  const [isFollowing, setFollowing] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const { lines, first } = useMemo(() => linesOf(task), [task])
  const matches = useMemo(() => findMatches(lines, text), [lines, text])
  const current = matches[Math.min(at, matches.length - 1)] ?? null
  useLayoutEffect(() => {
    if (isFollowing && lines.length > 0 && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [isFollowing, lines])
  useEffect(() => {
    if (!current) return
    box.current?.querySelector(`[data-line="${first + current.line}"]`)?.scrollIntoView({ block: 'center' })
  }, [current, first])
  const step = (by: number): void => {
    if (matches.length === 0) return
    setFollowing(false)
    setAt((Math.min(at, matches.length - 1) + by + matches.length) % matches.length)
  }
  return (
    <section className="terminal-output" aria-label={t('output')}>
      <TaskHead task={task} />
      <div className="terminal-tools">
        <InputGroup
          className="terminal-search"
          size="small"
          leftIcon={<Search />}
          placeholder={t('search')}
          aria-label={t('search')}
          value={text}
          onValueChange={(value) => {
            setText(value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            step(event.shiftKey ? -1 : 1)
          }}
        />
        <span className="terminal-found" role="status">
          {text !== '' &&
            (current
              ? t('search-count', { at: Math.min(at, matches.length - 1) + 1, count: matches.length })
              : t('search-none'))}
        </span>
        <Tool icon={<ChevronUp />} name={t('previous')} isOff={!current} onClick={() => step(-1)} />
        <Tool icon={<ChevronDown />} name={t('next')} isOff={!current} onClick={() => step(1)} />
        <span className="terminal-gap" />
        <Tool icon={<WrapLines />} name={t('wrap')} isPressed={wraps} onClick={() => setWraps(!wraps)} />
        <Tool
          icon={<VerticalDistribution />}
          name={t('follow')}
          isPressed={isFollowing}
          onClick={() => setFollowing(!isFollowing)}
        />
        <CopyTool text={() => lines.map(lineText).join('\n')} />
      </div>
      <div
        ref={box}
        className={`terminal-screen${wraps ? ' terminal-wraps' : ''}`}
        role="region"
        aria-label={lineOf(task.command)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the output scrolls, also by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setFollowing(scrollHeight - scrollTop - clientHeight < 24)
        }
      >
        {first > 1 && <p className="terminal-note">{t('dropped', { count: first - 1 })}</p>}
        {lines.length === 0 && <p className="terminal-note">{t('no-output')}</p>}
        <OutputLines lines={lines} first={first} matches={matches} current={current} />
      </div>
    </section>
  )
}

function TaskHead({ task }: { readonly task: ShownTask }) {
  const t = useT()
  const statusText = useStatusText()
  const { status, uuid } = task
  const intent =
    status === taskStates.success
      ? 'success'
      : status === taskStates.failed || status === taskStates.unknown
        ? 'danger'
        : 'none'
  return (
    <div className="terminal-task-head">
      <code>{lineOf(task.command)}</code>
      <span role="status">
        <Tag minimal intent={intent}>
          {statusText(task)}
        </Tag>
      </span>
      <Elapsed task={task} />
      <span className="terminal-gap" />
      <Switch
        className="terminal-block-switch"
        checked={task.blockOnFailure}
        label={t('block')}
        onChange={(event) => setBlocking(uuid, event.currentTarget.checked)}
      />
      {isRunning(task) && (
        <Button size="small" intent="danger" icon={<Stop />} text={t('stop')} onClick={() => stopTask(uuid)} />
      )}
      {canRetry(task) && <Button size="small" icon={<Refresh />} text={t('retry')} onClick={() => retryTask(uuid)} />}
      {isDeletable(task) && <Tool icon={<Trash />} name={t('remove')} onClick={() => removeTask(uuid)} />}
    </div>
  )
}

interface ToolProps {
  readonly icon: React.JSX.Element
  readonly name: string
  readonly isOff?: boolean
  readonly isPressed?: boolean
  readonly onClick: () => void
}

function Tool({ icon, name, isOff = false, isPressed, onClick }: ToolProps) {
  return (
    <Button
      variant="minimal"
      size="small"
      icon={icon}
      aria-label={name}
      title={name}
      disabled={isOff}
      onClick={onClick}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed, active: isPressed })}
    />
  )
}

/** Where the browser forbids copying, a message says that the text has to be selected by hand. */
function CopyTool({ text }: { readonly text: () => string }) {
  const t = useT()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), 3000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text())
      setCopied(true)
    } catch {
      notifyError(t('copy-failed'))
    }
  }
  return (
    <>
      <Tool icon={isCopied ? <Tick /> : <Duplicate />} name={t('copy')} onClick={() => void copy()} />
      <span role="status" className="tw-visually-hidden">
        {isCopied && t('copied')}
      </span>
    </>
  )
}
