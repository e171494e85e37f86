import { Button, ButtonGroup, Classes } from '@blueprintjs/core'
import { FolderClose, GridView, List, Upload } from '@blueprintjs/icons'
import { createContext, useContext, useMemo, useRef, useState, type ReactNode } from 'react'
import type { TableModel } from '../../../protocol/index.ts'
import { session } from '../../core/auth/session.ts'
import { Grid, type GridProps } from '../list/grid/Grid.tsx'
import { TablePage } from '../list/TablePage.tsx'
import { useListActions, useListData } from '../list/context/contexts.ts'
import { readStored, writeStored } from '../../core/preferences/browser-storage.ts'
import { formatBytes } from '../../files/file-texts.ts'
import { UploadList } from '../../files/UploadList.tsx'
import { useDrop } from '../../files/use-drop.ts'
import { useUploads } from '../../files/use-uploads.ts'
import './attachments.css'
import { Gallery } from './Gallery.tsx'
import { useT } from './texts.ts'
import { useUsage } from './usage.ts'

type View = 'list' | 'grid'
type Usage = ReturnType<typeof useUsage>

const viewKey = 'tablewright:attachments:view'
const ViewContext = createContext<{ readonly view: View; readonly setView: (view: View) => void }>({
  view: 'grid',
  setView: () => {},
})
const UsageContext = createContext<Usage | null>(null)

/** Stored files: the list of their table, shown as such or as thumbnails, to which files are uploaded. */
export function AttachmentsPage({ model }: { readonly model: TableModel }) {
  const [view, setView] = useState<View>(() => (readStored(viewKey) === 'list' ? 'list' : 'grid'))
  const value = useMemo(
    () => ({
      view,
      setView: (next: View) => {
        setView(next)
        writeStored(viewKey, next)
      },
    }),
    [view],
  )
  return (
    <ViewContext.Provider value={value}>
      <TablePage model={model} Frame={AttachmentFrame} Rows={AttachmentRows} />
    </ViewContext.Provider>
  )
}

function AttachmentRows(props: GridProps) {
  const { view } = useContext(ViewContext)
  const usage = useContext(UsageContext)
  return view === 'list' || !usage ? <Grid {...props} /> : <Gallery {...props} usage={usage} />
}

/** Files dropped anywhere on the page go to the purpose that is shown. */
function AttachmentFrame({ children }: { readonly children: ReactNode }) {
  const { loaded, state, locale } = useListData()
  const { reload } = useListActions()
  const t = useT()
  const usage = useUsage(loaded.rows)
  const topic = topicOf(state.search)
  const { tasks, queue, isResumable } = useUploads({ onDone: () => void reload(), topic: topic ?? 'default' })
  const { isOver, handlers } = useDrop((files) => queue.add([...files]))
  const input = useRef<HTMLInputElement>(null)
  return (
    <UsageContext.Provider value={usage}>
      <div className="attachments" data-over={isOver || undefined} {...handlers}>
        <div className="attachments-bar">
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={t('upload')}
            onChange={(event) => {
              queue.add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <Button intent="primary" icon={<Upload />} text={t('upload')} onClick={() => input.current?.click()} />
          <span className={`attachments-hint ${Classes.TEXT_MUTED}`}>
            {t('upload-hint', { size: formatBytes(session.site.upload.maxSize, locale.language) })}
          </span>
          <ViewSwitch />
        </div>
        <Topics usage={usage} current={topic} />
        <UploadList tasks={tasks} queue={queue} isResumable={isResumable} />
        {children}
        {isOver && (
          <div className="attachments-drop" aria-hidden>
            {t('drop', { topic: topic ?? 'default' })}
          </div>
        )}
      </div>
    </UsageContext.Provider>
  )
}

function ViewSwitch() {
  const { view, setView } = useContext(ViewContext)
  const t = useT()
  return (
    <ButtonGroup role="group" aria-label={t('view')}>
      <Button
        icon={<GridView />}
        aria-label={t('grid')}
        title={t('grid')}
        aria-pressed={view === 'grid'}
        intent={view === 'grid' ? 'primary' : 'none'}
        onClick={() => setView('grid')}
      />
      <Button
        icon={<List />}
        aria-label={t('list')}
        title={t('list')}
        aria-pressed={view === 'list'}
        intent={view === 'list' ? 'primary' : 'none'}
        onClick={() => setView('list')}
      />
    </ButtonGroup>
  )
}

const topicOf = (search: readonly { readonly field: string; readonly val: unknown }[]): string | null => {
  const topicFilter = search.find(({ field }) => field === 'topic')
  return typeof topicFilter?.val === 'string' ? topicFilter.val : null
}

/** The purposes as folders; pressed is the one that is shown. */
function Topics({ usage, current }: { readonly usage: Usage; readonly current: string | null }) {
  const { state } = useListData()
  const { narrow } = useListActions()
  const t = useT()
  if (usage.topics.length < 2 && current === null) return null
  const show = (topic: string | null) => {
    const others = state.search.filter(({ field }) => field !== 'topic')
    narrow({ search: topic === null ? others : [...others, { field: 'topic', operator: 'eq', val: topic }] })
  }
  const unlisted = usage.topicCount - usage.topics.length
  return (
    <div className="attachments-topics" role="group" aria-label={t('topics')}>
      <Button
        size="small"
        variant="minimal"
        active={current === null}
        aria-pressed={current === null}
        text={`${t('all-topics')} (${usage.fileCount})`}
        onClick={() => show(null)}
      />
      {usage.topics.map(({ topic, count }) => (
        <Button
          key={topic}
          size="small"
          variant="minimal"
          icon={<FolderClose />}
          active={current === topic}
          aria-pressed={current === topic}
          text={`${topic} (${count})`}
          onClick={() => show(topic)}
        />
      ))}
      {unlisted > 0 && <span className="tw-muted">{t('more-topics', { count: unlisted })}</span>}
    </div>
  )
}
