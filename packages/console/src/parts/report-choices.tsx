import { choose, type Report } from '../model/report.ts';
import { t } from '../text/index.ts';

interface ChoicesProps {
  readonly report: Report;
  readonly onChange: (report: Report) => void;
}

/** The doubts about a file, each with the result of every choice. */
export function ReportChoices({ report, onChange }: ChoicesProps) {
  return (
    <>
      {report.choices.map(({ option, chosen, code, values = [] }) => (
        <fieldset key={option} class="note doubt">
          <legend>{t('report.doubt')}</legend>
          <p>{report.issues.find((issue) => issue.code === code)?.text ?? option}</p>
          {values.map(({ value, text }) => (
            <label class="check">
              <input
                type="radio"
                name={`${report.fileId} ${option}`}
                checked={value === chosen}
                onChange={() => onChange(choose(report, option, value))}
              />
              <bdi>{text}</bdi>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}
