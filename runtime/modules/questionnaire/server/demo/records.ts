/** The bank of questions and the questionnaires of the demo; their items and sheets follow in `sheets.ts`. */
import type { Language } from 'tablewright/protocol'
import { questionnaireOptions, questionOptions } from '#generated/questionnaire/options.ts'
import type { AnyDemoRecord } from '#generated/questionnaire/server.ts'
import { demoQuestionnaires } from './definitions.ts'

/** The same at every scale: three questionnaires are what there is to see. */
export function demoRecords(_scale: number, _seed: number, language: Language = 'zh-cn'): readonly AnyDemoRecord[] {
  const all = demoQuestionnaires(language)
  const { no, yes } = questionnaireOptions.anonymous
  const questions = all.flatMap(({ key: owner, items }) =>
    items.map(({ key, kind, title, must, options, rows }): AnyDemoRecord => ({
      table: 'questionnaire/question',
      key: `question ${owner} ${key}`,
      values: {
        title,
        kind: questionOptions.kind[kind],
        must: must ? questionOptions.must.yes : questionOptions.must.no,
        ...(options && { options: options.map(({ label }) => label).join(',') }),
        ...(rows && { rows: rows.map(({ label }) => label).join(',') }),
        status: questionOptions.status.enabled,
      },
    })),
  )
  return [
    ...questions,
    ...all.map(({ key, title, description, anonymous }, index): AnyDemoRecord => ({
      table: 'questionnaire/questionnaire',
      key: `questionnaire ${key}`,
      values: { title, description, link: `demo${index + 1}`, anonymous: anonymous ? yes : no },
    })),
  ]
}
