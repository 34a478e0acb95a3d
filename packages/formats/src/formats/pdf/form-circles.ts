/** The operators of a page as pdf.js lists them, with their arguments. */
export interface OperatorList {
  readonly fnArray: ArrayLike<number>;
  readonly argsArray: ArrayLike<unknown>;
}

/** What circular forms left in a list. */
export interface FormCircles {
  /** How often a form was to be drawn within itself. */
  readonly count: number;
  /** Places in the list to be skipped: forms that were begun and not drawn. */
  readonly passed: ReadonlySet<number>;
}

/** An open form or annotation as far as it was read; the lowest is the page. */
interface Body {
  readonly begin: number;
  readonly isForm: boolean;
  /** Saved states minus restored ones, and the minimum of that so far; restoring without a saved state does nothing. */
  saved: number;
  fewest: number;
  /** Marks that begin and do not end. */
  marks: number;
  /** Positions where circular forms in it begin. */
  circles: number[];
}

/**
 * Finds the forms that pdf.js began to draw within themselves. It notices a circular form after listing its beginning,
 * continues with what follows, and never lists its end. It has saved one more state by then, which it restores before
 * the end of the enclosing form. So if a form ends with more added restores than it needs itself, then what ends there
 * is not that form, and it is circular.
 * @param operators numbers of the operators by name
 */
export function formCircles(list: OperatorList, operators: Readonly<Record<string, number>>): FormCircles {
  const { fnArray, argsArray } = list;
  const { paintFormXObjectBegin: begin, paintFormXObjectEnd: end, save, restore } = operators;
  const { beginMarkedContent: mark, beginMarkedContentProps: optional, endMarkedContent: unmark } = operators;
  let open = 0;
  for (let i = 0; i < fnArray.length; i++) open += fnArray[i] === begin ? 1 : fnArray[i] === end ? -1 : 0;
  const passed = new Set<number>();
  if (open <= 0) return { count: 0, passed };
  const bodies = [bodyAt(-1, false)];
  /** Consecutive restores added by pdf.js: those of the content have no argument list. */
  let added = 0;
  let count = 0;
  const ends = (at: number, isForm: boolean): void => {
    const body = ended(bodies, isForm, added);
    if (body === undefined) return;
    count += body.circles.length;
    // The states saved for circular forms are the ones that pdf.js restored itself.
    for (let k = 1; k <= Math.min(added, body.circles.length); k++) passed.add(at - k);
    let layers = body.marks;
    for (const circle of body.circles.sort((a, b) => b - a)) {
      passed.add(circle);
      // The layer of a form begins before it and did not end either.
      if (fnArray[circle - 1] === optional && layers-- > 0) passed.add(circle - 1);
    }
  };
  for (let i = 0; i < fnArray.length; i++) {
    const operator = fnArray[i];
    const body = bodies.at(-1)!;
    if (operator === restore && Array.isArray(argsArray[i])) {
      added++;
      continue;
    }
    if (operator === begin || operator === operators['beginAnnotation']) bodies.push(bodyAt(i, operator === begin));
    else if (operator === end) ends(i, true);
    else if (operator === operators['endAnnotation']) ends(i, false);
    else if (operator === save) body.saved++;
    else if (operator === restore) body.fewest = Math.min(body.fewest, --body.saved);
    else if (operator === mark || operator === optional) body.marks++;
    else if (operator === unmark) body.marks--;
    added = 0;
  }
  return { count, passed };
}

function bodyAt(begin: number, isForm: boolean): Body {
  return { begin, isForm, saved: 0, fewest: 0, marks: 0, circles: [] };
}

/** Removes the ending form or annotation from the open ones; the forms above it are circular forms within it. */
function ended(bodies: Body[], isForm: boolean, added: number): Body | undefined {
  if (!bodies.some((body, i) => i > 0 && body.isForm === isForm)) return undefined;
  for (;;) {
    const body = bodies.pop()!;
    const around = bodies.at(-1)!;
    const isLast = isForm ? !around.isForm || body.saved - body.fewest === added : !body.isForm;
    if (isLast) return body;
    around.fewest = Math.min(around.fewest, around.saved + 1 + body.fewest);
    around.saved += 1 + body.saved;
    around.marks += body.marks;
    body.circles.push(body.begin);
    // The longer list absorbs the shorter one, so that a hundred thousand circular forms in a row are moved once each.
    const [more, less] = [around.circles, body.circles].sort((one, other) => other.length - one.length);
    for (const circle of less!) more!.push(circle);
    around.circles = more!;
  }
}
