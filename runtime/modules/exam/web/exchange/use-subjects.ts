import { createRecords, useLanguage, useStaleWhileRevalidate } from 'tablewright/web'
import { controllers, type Entities } from '#generated/api.ts'

const records = createRecords<Entities>(controllers, { quiet: true, notifySuccess: false })

/** All subjects, in their order; null until they are there. */
export function useSubjects() {
  const language = useLanguage()
  const { value, error } = useStaleWhileRevalidate(`exam subjects ${language}`, () =>
    records.list('exam/subject', 'limit=100'),
  )
  return { subjects: value ?? null, error }
}
