/** Subjects, categories and 120 questions of the demo; papers and attempts follow in `attempts.ts`. */
import type { Language } from 'tablewright/protocol'
import { escapeText } from 'tablewright/protocol'
import { cateOptions, questionOptions } from '#generated/exam/options.ts'
import type { AnyDemoRecord } from '#generated/exam/server.ts'
import { answerText } from '../../shared/read-details.ts'
import type { Difficulty, Kind, QuestionDetails } from '../../shared/question.ts'
import { summaryOf } from '../bank/hooks.ts'
import { demoSubjects, inLanguage, type DemoSubject, type Fact, type Wording } from './wording.ts'

interface DemoQuestion {
  readonly key: string
  readonly kind: Kind
  readonly title: string
  readonly details: QuestionDetails
  readonly difficulty: Difficulty
  readonly explain?: string
  /** Key of the material. */
  readonly material?: string
  readonly isPractice?: boolean
}

const gap = '____'
const difficulties: readonly Difficulty[] = ['EASY', 'GENERAL', 'HARD']

/** Facts from this one on make questions for practice. */
const firstPractice = 8
/** Facts that also make a blank. */
const blanksFrom = 4

function questionsOf(subject: DemoSubject, language: Language): readonly DemoQuestion[] {
  const translate = (wording: Wording): string => inLanguage(wording, language)
  const filled = ({ rule }: Fact, value: Wording): string => translate(rule).replace('___', translate(value))
  const rule = (fact: Fact): string => (language === 'zh-cn' ? '规定：' : 'The rule: ') + filled(fact, fact.right)
  const singleOf = ({ rule: text, right, wrong }: Fact, index: number) => {
    const options = wrong.map((value) => ({ text: translate(value) }))
    const place = index % 4
    return {
      title: translate(text).replace('___', gap),
      details: {
        options: [...options.slice(0, place), { text: translate(right), right: true }, ...options.slice(place)],
      },
    }
  }
  const difficultyOf = (index: number): Difficulty => difficulties[index % 3] ?? 'GENERAL'
  const ofFacts = subject.facts.flatMap((fact, index): DemoQuestion[] => {
    const isPractice = index >= firstPractice
    const common = { difficulty: difficultyOf(index), explain: rule(fact), isPractice }
    const isTrue = index % 2 === 0
    const statement = filled(fact, isTrue ? fact.right : fact.wrong[0])
    return [
      { ...common, key: `judge ${index}`, kind: 'JUDGE', title: statement, details: { judge: isTrue } },
      { ...common, key: `single ${index}`, kind: 'SINGLE', ...singleOf(fact, index) },
      ...(index < blanksFrom
        ? []
        : [
            {
              ...common,
              key: `fill ${index}`,
              kind: 'FILL' as const,
              title: translate(fact.rule).replace('___', gap),
              details: { blanks: [{ answer: translate(fact.right), tolerance: '0' }] },
            },
          ]),
    ]
  })
  const ofGroups = subject.groups.map((group, index): DemoQuestion => ({
    key: `multi ${index}`,
    kind: 'MULTI',
    title: translate(group.question),
    difficulty: difficultyOf(index),
    details: {
      options: [
        ...group.wrong.slice(0, 1).map((option) => ({ text: translate(option) })),
        ...group.right.map((option) => ({ text: translate(option), right: true })),
        ...group.wrong.slice(1).map((option) => ({ text: translate(option) })),
      ],
    },
  }))
  const essays = subject.essays.map(([question, reference], index): DemoQuestion => ({
    key: `short ${index}`,
    kind: 'SHORT',
    title: translate(question),
    difficulty: 'HARD',
    details: { reference: translate(reference) },
  }))
  const material = 'material'
  const [first, second, third] = subject.facts
  const parts = [first, second, third].flatMap((fact, index): DemoQuestion[] =>
    fact
      ? [
          {
            key: `part ${index}`,
            kind: 'SINGLE',
            difficulty: 'GENERAL',
            explain: rule(fact),
            material,
            ...singleOf(fact, index + 1),
          },
        ]
      : [],
  )
  return [
    ...ofFacts,
    ...ofGroups,
    ...essays,
    { key: material, kind: 'MATERIAL', title: translate(subject.material), difficulty: 'GENERAL', details: {} },
    ...parts,
  ]
}

/** The same at every scale: a bank is only worth looking at with some questions. */
export function demoRecords(_scale: number, _seed: number, language: Language = 'zh-cn'): readonly AnyDemoRecord[] {
  const { normal } = questionOptions.status
  const subjects = demoSubjects.map((subject): AnyDemoRecord => ({
    table: 'exam/subject',
    key: `subject ${subject.key}`,
    values: { name: inLanguage(subject.name, language) },
  }))
  const categories = (
    [
      ['rules', ['规章制度', 'Rules']],
      ['cases', ['案例分析', 'Cases']],
    ] as const
  ).map(([key, name]): AnyDemoRecord => ({
    table: 'exam/cate',
    key: `cate ${key}`,
    values: { name: inLanguage(name, language), kind: cateOptions.kind.question },
  }))
  const questions = demoSubjects.flatMap((subject) =>
    questionsOf(subject, language).map((question): AnyDemoRecord => {
      const title = `<p>${escapeText(question.title)}</p>`
      const { kind, details, material, isPractice = false } = question
      const isCase = kind === 'SHORT' || kind === 'MATERIAL' || material !== undefined
      return {
        table: 'exam/question',
        key: `question ${subject.key} ${question.key}`,
        values: {
          summary: summaryOf(title, ''),
          subject_id: { ref: `subject ${subject.key}` },
          cate_id: { ref: `cate ${isCase ? 'cases' : 'rules'}` },
          kind,
          difficulty: question.difficulty,
          title,
          ...(kind !== 'MATERIAL' && { options_json: JSON.stringify(details), answer: answerText(kind, details) }),
          ...(question.explain !== undefined && { explain: `<p>${escapeText(question.explain)}</p>` }),
          ...(material !== undefined && { material_id: { ref: `question ${subject.key} ${material}` } }),
          practice: isPractice ? questionOptions.practice.yes : questionOptions.practice.no,
          status: normal,
          edition: 1,
        },
      }
    }),
  )
  return [...subjects, ...categories, ...questions]
}
