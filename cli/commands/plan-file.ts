/** A plan in a file: its SQL for a person to review, with the number by which `apply` finds it to be the plan still. */
import { readFileSync, writeFileSync } from 'node:fs'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { CommandError } from '../exit-codes.ts'

/** Throws a CommandError when the file cannot be written. */
export function writePlan(file: string, hash: string, sql: string): void {
  try {
    writeFileSync(file, `-- tablewright plan ${hash}\n\n${sql}\n`)
  } catch (error) {
    throw new CommandError('environment', {
      message: interpolate(
        {
          'zh-cn': '无法写入文件 {{file}}（{{reason}}）。请检查目录是否存在、是否可写。',
          en: 'The file {{file}} cannot be written ({{reason}}). Check that its folder exists and can be written.',
        },
        { file, reason: reasonOf(error) },
      ),
    })
  }
}

/** The number that is given, or that of the file that is. Throws a CommandError when it is neither. */
export function planNumber(given: string): string {
  if (/^[0-9a-f]{16}$/.test(given)) return given
  const [, number] = /^-- tablewright plan ([0-9a-f]{16})$/m.exec(readText(given)) ?? []
  if (number === undefined) throw noPlan(given)
  return number
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw noPlan(file, reasonOf(error))
  }
}

function noPlan(given: string, reason?: string): CommandError {
  const message = {
    'zh-cn': '“{{given}}”既不是计划编号，也不是 tablewright plan --out 写入的文件{{reason}}。',
    en: '"{{given}}" is neither the number of a plan nor a file of tablewright plan --out{{reason}}.',
  }
  return new CommandError('usage', {
    message: interpolate(message, { given, reason: reason === undefined ? '' : ` (${reason})` }),
  })
}

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)
