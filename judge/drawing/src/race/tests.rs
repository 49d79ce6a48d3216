use super::*;

#[test]
fn steps_are_round_and_few() {
    assert_eq!([1, 7, 50, 1400, 99].map(round_step), [1, 2, 10, 500, 20]);
}

#[test]
fn names_do_not_lie_upon_one_another() {
    let line = |end| Line {
        name: String::new(),
        colour: 0,
        shape: "",
        path: String::new(),
        end,
        label: end,
        points: 0,
    };
    let mut lines: Vec<Line> = [234.0, 234.0, 20.0, 233.0, 19.0].map(line).into();
    spread(&mut lines);
    let mut labels: Vec<f64> = lines.iter().map(|line| line.label).collect();
    labels.sort_by(f64::total_cmp);
    assert!(labels.windows(2).all(|pair| pair[1] - pair[0] > APART - 0.01), "{labels:?}");
    assert!(labels.iter().all(|label| (TOP..=TOP + HEIGHT).contains(label)), "{labels:?}");
}
