/** Parts of a lesson beside the board: on a phone each part is a sheet that a button of the bottom bar opens. */
import { Button } from '@blueprintjs/core'
import { Chat, Cog, FolderOpen, Form, Lightbulb, People } from '@blueprintjs/icons'
import { isStaff } from '../../shared/person.ts'
import { AssistantTab } from '../assistant/AssistantTab.tsx'
import { MaterialTab } from '../material/MaterialTab.tsx'
import type { RoomFiles } from '../material/use-files.ts'
import { QuizTab } from '../quiz/QuizTab.tsx'
import { useT } from '../texts.ts'
import { ChatTab } from './ChatTab.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { RulesTab } from './RulesTab.tsx'
import type { OpenLesson } from './use-lesson.ts'

const tabNames = ['chat', 'people', 'quiz', 'material', 'assistant', 'rules'] as const
export type AsideTab = (typeof tabNames)[number]
const tabIcons = {
  chat: <Chat />,
  people: <People />,
  quiz: <Form />,
  material: <FolderOpen />,
  assistant: <Lightbulb />,
  rules: <Cog />,
} as const

interface AsideProps {
  readonly lesson: OpenLesson
  readonly files: RoomFiles
  /** Null = none on a phone, the first one beside the board. */
  readonly tab: AsideTab | null
  readonly onTab: (tab: AsideTab | null) => void
}

export function Aside({ lesson, files, tab, onTab }: AsideProps) {
  const t = useT()
  const { me, state } = lesson
  const names = tabNames.filter((name) => {
    if (name === 'chat' || name === 'quiz' || name === 'material' || name === 'assistant') return true
    return me !== null && (name === 'people' || isStaff(me))
  })
  const current = tab !== null && names.includes(tab) ? tab : 'chat'
  const marks: Partial<Record<AsideTab, number>> = {
    people: state.hands.length,
    quiz: state.quizzes.filter(({ result }) => result === null).length,
  }
  return (
    <>
      <section className="live-aside" aria-label={t(`tab-${current}`)}>
        <h2 className="live-sheet-title">
          {t(`tab-${current}`)}
          <Button className="live-sheet-close" text={t('close')} onClick={() => onTab(null)} />
        </h2>
        <TabContent name={current} lesson={lesson} files={files} />
      </section>
      <nav className="live-tabs" aria-label={t('tabs')}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="live-tab"
            aria-pressed={name === current && tab !== null}
            data-current={name === current || undefined}
            onClick={() => onTab(name === tab ? null : name)}
          >
            {tabIcons[name]}
            <span>{t(`tab-${name}`)}</span>
            {(marks[name] ?? 0) > 0 && <span className="live-mark">{marks[name]}</span>}
          </button>
        ))}
      </nav>
    </>
  )
}

interface TabContentProps {
  readonly name: AsideTab
  readonly lesson: OpenLesson
  readonly files: RoomFiles
}

function TabContent({ name, lesson, files }: TabContentProps) {
  if (name === 'material') return <MaterialTab lesson={lesson} files={files} />
  if (name === 'assistant') return <AssistantTab lesson={lesson} />
  if (name === 'people') return <PeopleTab lesson={lesson} />
  if (name === 'quiz') return <QuizTab lesson={lesson} />
  return name === 'rules' ? <RulesTab lesson={lesson} /> : <ChatTab lesson={lesson} />
}
