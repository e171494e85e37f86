/** Errors of the operating system that are no defect of the server: something it has a limited amount of is used up. */
import { AppError } from './app-error.ts'

/** Writing would use up the disk. It has the code of the error that writing would end with. */
export class DiskFullError extends AppError<'ENOSPC'> {
  constructor(folder: string) {
    super('DiskFullError', 'ENOSPC', `too little space is left in ${folder}`)
  }
}

const diskCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
const fileCodes: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE'])

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** The disk, or what its owner may use of it, is full. */
export const isDiskFull = (error: unknown): boolean => diskCodes.has(codeOf(error))

/** No further file or connection can be opened at present. */
export const isOutOfFiles = (error: unknown): boolean => fileCodes.has(codeOf(error))
