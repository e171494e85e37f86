/** Reasons why a database cannot be used: each text says what is wrong, why, and what to do about it. */
import type { Text } from '../../protocol/index.ts'
import { interpolate } from '../../i18n/i18n.ts'
import { EnvironmentError, type EnvironmentErrorClass } from '../core/errors/environment-error.ts'

interface Entry {
  readonly class: EnvironmentErrorClass
  readonly text: Text
}

const messages = {
  bad_url: {
    class: 'environment',
    text: {
      'zh-cn':
        '数据库地址“{{place}}”无法识别。请使用文件路径、sqlite:/路径/文件.sqlite 或 postgres://用户:密码@主机/数据库。',
      en:
        'The database address "{{place}}" is not valid. Use a file path, sqlite:/path/file.sqlite or ' +
        'postgres://user:password@host/database.',
    },
  },
  folder: {
    class: 'environment',
    text: {
      'zh-cn':
        '数据目录 {{place}} 无法使用（{{reason}}）。请检查该目录是否存在、是否可读写，或用 TABLEWRIGHT_DATA 指定另一个目录。',
      en:
        'The data folder {{place}} cannot be used ({{reason}}). Check that it exists and can be read and ' +
        'written, or set another one with TABLEWRIGHT_DATA.',
    },
  },
  file: {
    class: 'environment',
    text: {
      'zh-cn': '数据库文件 {{place}} 无法打开（{{reason}}）。请检查文件权限，或指定另一个文件。',
      en: 'The database file {{place}} cannot be opened ({{reason}}). Check its permissions, or choose another file.',
    },
  },
  not_sqlite: {
    class: 'environment',
    text: {
      'zh-cn': '文件 {{place}} 不是 SQLite 数据库，未作改动。请指定另一个文件，或先移走此文件。',
      en:
        'The file {{place}} is not an SQLite database and was not changed. Choose another file, or move this ' +
        'one away.',
    },
  },
  cut: {
    class: 'environment',
    text: {
      'zh-cn':
        '数据库文件 {{place}} 为空（0 字节），可能是数据丢失所致，因此没有在其上新建系统。请从备份恢复；如需全新安装，请先删除此文件。',
      en:
        'The database file {{place}} is empty (0 bytes), which may mean that data was lost, so no new installation ' +
        'was made in it. Restore it from a backup; for a new installation, delete the file first.',
    },
  },
  damaged: {
    class: 'environment',
    text: {
      'zh-cn': '数据库 {{place}} 已损坏（{{reason}}），未作改动。请从备份恢复。',
      en: 'The database {{place}} is damaged ({{reason}}) and was not changed. Restore it from a backup.',
    },
  },
  locked: {
    class: 'environment',
    text: {
      'zh-cn': '数据库 {{place}} 正被另一个进程占用，等待 5 秒后放弃。请结束该进程后重试。',
      en:
        'The database {{place}} is locked by another process; waiting was given up after 5 seconds. Stop that ' +
        'process and try again.',
    },
  },
  full: {
    class: 'environment',
    text: {
      'zh-cn': '磁盘已满，无法写入数据库 {{place}}。请腾出空间后重试。',
      en: 'The disk is full; the database {{place}} cannot be written. Free some space and try again.',
    },
  },
  unreachable: {
    class: 'environment',
    text: {
      'zh-cn': '连接不上数据库服务器 {{place}}（{{reason}}）。请检查地址、端口以及服务器是否在运行。',
      en:
        'The database server {{place}} cannot be reached ({{reason}}). Check the address and port, and whether ' +
        'the server is running.',
    },
  },
  sign_in: {
    class: 'environment',
    text: {
      'zh-cn': '数据库服务器 {{place}} 拒绝登录（{{reason}}）。请检查 DATABASE_URL 中的用户名和密码。',
      en:
        'The database server {{place}} refused the sign-in ({{reason}}). Check the username and password in ' +
        'DATABASE_URL.',
    },
  },
  read_only: {
    class: 'environment',
    text: {
      'zh-cn':
        '数据库 {{place}} 只能读取（{{reason}}）。请连接可写的服务器（不是备用服务器），并检查 default_transaction_read_only。',
      en:
        'The database {{place}} can only be read ({{reason}}). Connect to a server that can be written, not a ' +
        'standby, and check default_transaction_read_only.',
    },
  },
  no_database: {
    class: 'environment',
    text: {
      'zh-cn': '数据库 {{place}} 不存在。请先创建该数据库（CREATE DATABASE），或修正 DATABASE_URL。',
      en: 'The database {{place}} does not exist. Create it (CREATE DATABASE), or correct DATABASE_URL.',
    },
  },
  missing: {
    class: 'environment',
    text: {
      'zh-cn': '{{place}} 中没有 Tablewright 数据库。请用 --data 或 --database 指定正在使用的数据库。',
      en: 'There is no Tablewright database in {{place}}. Name the one in use with --data or --database.',
    },
  },
  exists: {
    class: 'refused',
    text: {
      'zh-cn':
        '{{place}} 中已有数据库，未作改动。SQLite：加 --force 会先保留现有数据库再替换；PostgreSQL：请指定一个空数据库。',
      en:
        'There is a database in {{place}} already; it was not changed. On SQLite --force keeps a copy of it and ' +
        'replaces it; on PostgreSQL name an empty database.',
    },
  },
  in_use: {
    class: 'refused',
    text: {
      'zh-cn': '数据库 {{place}} 正被使用，未作改动。请先停止服务，再恢复备份。',
      en: 'The database {{place}} is in use and was not changed. Stop the server, then restore the backup.',
    },
  },
  no_right: {
    class: 'environment',
    text: {
      'zh-cn': '当前用户在数据库 {{place}} 中没有建表权限（{{reason}}）。请授予权限，或换一个用户。',
      en:
        'The user is not allowed to create tables in the database {{place}} ({{reason}}). Grant that ' +
        'permission, or use another user.',
    },
  },
  encoding: {
    class: 'environment',
    text: {
      'zh-cn': "数据库 {{place}} 的编码是 {{reason}}，需要 UTF8。请用 ENCODING 'UTF8' 创建数据库。",
      en: "The database {{place}} has the encoding {{reason}}; UTF8 is required. Create it with ENCODING 'UTF8'.",
    },
  },
  foreign: {
    class: 'refused',
    text: {
      'zh-cn': '数据库 {{place}} 中已有不属于 Tablewright 的表（{{reason}}），未作改动。请指定一个空数据库。',
      en:
        'The database {{place}} contains tables that are not managed by Tablewright ({{reason}}) and was not ' +
        'changed. Use an empty database.',
    },
  },
  adopted_engine: {
    class: 'environment',
    text: {
      'zh-cn': '“{{table}}”的表在 {{engine}} 中，而 DATABASE_URL 指向 {{place}}。请改正 DATABASE_URL，或移除该模块。',
      en:
        'The table of "{{table}}" is on {{engine}}, but DATABASE_URL names {{place}}. Correct DATABASE_URL, or ' +
        'remove the module.',
    },
  },
  adopted_missing: {
    class: 'environment',
    text: {
      'zh-cn':
        '找不到数据库文件 {{place}}，其中的表由 schemas 引用。请改正 module.json 中的 adopts.file，或设置 TABLEWRIGHT_ADOPTED。',
      en:
        'The database file {{place}}, whose tables the schemas name, does not exist. Correct adopts.file in ' +
        'module.json, or set TABLEWRIGHT_ADOPTED.',
    },
  },
  adopted_changed: {
    class: 'refused',
    text: {
      'zh-cn':
        '{{place}} 中的表与“{{table}}”的 schema 不符（{{reason}}）。请改正 schema，或重新运行 tablewright introspect。',
      en:
        'The table in {{place}} does not match the schema "{{table}}" ({{reason}}). Correct the schema, or run ' +
        'tablewright introspect again.',
    },
  },
  newer: {
    class: 'refused',
    text: {
      'zh-cn':
        '数据库 {{place}} 由更新版本的 Tablewright 创建（格式 {{found}}，本版本支持 {{known}}），未作改动。请升级 Tablewright。',
      en:
        'The database {{place}} was created by a newer version of Tablewright (format {{found}}; this version ' +
        'supports {{known}}) and was not changed. Upgrade Tablewright.',
    },
  },
  empty: {
    class: 'environment',
    text: {
      'zh-cn': '数据库 {{place}} 是空的。请运行 tablewright apply 建表，或用 tablewright serve 启动（会自动建表）。',
      en:
        'The database {{place}} is empty. Run tablewright apply to create its tables, or tablewright serve, ' +
        'which creates them automatically.',
    },
  },
  behind: {
    class: 'environment',
    text: {
      'zh-cn':
        '数据库 {{place}} 落后于当前的 schema（{{count}} 步待执行：{{reason}}）。请先运行 tablewright plan 查看，再运行 tablewright apply。',
      en:
        'The database {{place}} does not match the schemas yet (pending steps: {{count}}; {{reason}}). Review ' +
        'them with tablewright plan, then run tablewright apply.',
    },
  },
  backup: {
    class: 'environment',
    text: {
      'zh-cn':
        '未改动数据库 {{place}}：更新前的备份 {{copy}} 写入失败（{{reason}}）。请腾出空间或检查权限后重试；如已另行备份，请运行 tablewright apply --no-backup。',
      en:
        'The database {{place}} was not changed, because the backup before it, {{copy}}, could not be written ' +
        '({{reason}}). Free some space or check the permissions and try again; with a backup of your own, run ' +
        'tablewright apply --no-backup.',
    },
  },
  tables_in_use: {
    class: 'environment',
    text: {
      'zh-cn':
        '数据库 {{place}} 的更改未执行：{{seconds}} 秒内，其他事务（导出、备份或未结束的会话）一直占用要更改的表。请待其结束后重试；pg_stat_activity 列出正在进行的事务。',
      en:
        'The change of the database {{place}} was not made: for {{seconds}} seconds other transactions (an export, a ' +
        'backup, a session left open) were using tables it changes. Try again when they have ended; ' +
        'pg_stat_activity lists them.',
    },
  },
  other_plan: {
    class: 'refused',
    text: {
      'zh-cn':
        '未改动数据库 {{place}}：计划 {{given}} 不是当前的计划 {{hash}}，schema 或数据在此期间有变化。请重新运行 tablewright plan 查看，再使用新的编号。',
      en:
        'The database {{place}} was not changed: the plan {{given}} is not the present one, {{hash}}, since schemas ' +
        'or data changed meanwhile. Review it with tablewright plan, then use the new number.',
    },
  },
  step_refused: {
    class: 'refused',
    text: {
      'zh-cn': '数据库 {{place}} 拒绝了这一步，未执行：{{step}}（{{reason}}）请修改有关记录后重试，或恢复 schema。',
      en:
        'The database {{place}} refused a step, which was not done: {{step}} ({{reason}}) Change the records it ' +
        'means and try again, or restore the schema.',
    },
  },
  data_step: {
    class: 'refused',
    text: {
      'zh-cn':
        '数据库 {{place}} 的数据步骤 {{name}}（{{label}}）失败（{{reason}}）。它所做的改动已全部撤销，之前的步骤保持有效。' +
        '请更正该步骤或有关记录，然后重新运行 tablewright apply 或启动服务。',
      en:
        'The data step {{name}} ({{label}}) of the database {{place}} failed ({{reason}}). All that it did was ' +
        'rolled back; earlier steps stay done. Correct the step or the records it means, then run tablewright ' +
        'apply or start the server again.',
    },
  },
  unsafe: {
    class: 'refused',
    text: {
      'zh-cn': '未改动数据库 {{place}}：有 {{count}} 步不安全。{{reason}}',
      en: 'The database {{place}} was not changed. Unsafe steps: {{count}}. {{reason}}',
    },
  },
} as const satisfies Record<string, Entry>

export type DatabaseErrorCode = keyof typeof messages

/** Thrown when a database cannot be used as requested. Nothing was changed. */
export class DatabaseError extends EnvironmentError<DatabaseErrorCode> {
  /** @param params values of the places in the text: one for both languages, or one for each */
  constructor(code: DatabaseErrorCode, params: Parameters<typeof interpolate>[1], cause?: unknown) {
    const { class: kind, text } = messages[code]
    super('DatabaseError', code, { class: kind, text: interpolate(text, params), cause })
  }
}
