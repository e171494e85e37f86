/** Attachments of short answers. */
import { defineRouteContract, objectSchema } from 'tablewright/protocol'

const text = (maxLength: number) => ({ type: 'string', maxLength }) as const
const id = { type: 'integer', minimum: 1 } as const
const string = { type: 'string' } as const

/** `POST /api/exam.Attempt/removeFile`: deletes an attachment of an answer that is still worked on. */
export const removeFile = defineRouteContract({
  path: 'exam.Attempt/removeFile',
  area: 'api',
  method: 'POST',
  input: objectSchema({ attempt: id, lease: text(64), seq: id, code: text(32) }),
  answer: objectSchema({ code: string }),
})

/** Files that short answers take, by ending. */
export const attachmentTypes = ['jpg', 'jpeg', 'png', 'webp', 'pdf', 'doc', 'docx', 'xls', 'xlsx', 'txt', 'zip']
export const maxAttachments = 9
export const maxAttachmentBytes = 10 * 1024 * 1024
