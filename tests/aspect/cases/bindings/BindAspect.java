package bindings;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.Pointcut;

@Aspect
public class BindAspect {
    @Before("call(double area()) && target(square)")
    public void square(Main.Square square) {
        Log.say("a square: " + square);
    }

    @Before("call(double area()) && !target(Main.Square)")
    public void other() {
        Log.say("no square");
    }

    @Before("call(* take(*)) && args(text)")
    public void text(String text) {
        Log.say("a String: " + text);
    }

    @Before("call(* take(*)) && args(number)")
    public void number(Number number) {
        Log.say("a Number: " + number);
    }

    @Before("call(* take(*)) && (args(String) || args(Character))")
    public void either() {
        Log.say("a String or a Character");
    }

    @Before("call(* take(*)) && args(array)")
    public void array(Object[] array) {
        Log.say("an Object[] of " + array.length);
    }

    @Pointcut("call(* take(*)) && args(given) || call(* boxed(*)) && args(given)")
    void given(Object given) {}

    @Before("given(value)")
    public void anything(Object value) {
        Log.say("given " + (value == null ? "null" : value.getClass().getSimpleName()));
    }

    @Before("call(* numbers(..)) && args(b, s, c, i, l, f, d, z)")
    public void numbers(long b, int s, Object c, Integer i, double l, double f, Object d, boolean z) {
        Log.say(b + " " + s + " " + c + " " + i + " " + l + " " + f + " " + d + " " + z);
    }

    @Before("call(* numbers(..)) && args(*, s, .., z)")
    public void some(short s, boolean z) {
        Log.say("some: " + s + " " + z);
    }

    @Before("call(* boxed(*)) && args(number) && target(main)")
    public void unboxed(Main main, int number) {
        Log.say("an int: " + number + ", " + (main != null));
    }

    @Before("arrayset(*) && target(array) && args(index, value) && within(Main) && !withincode(new(..))"
            + " && !withincode(* main(..))")
    public void stores(Object array, int index, Object value) {
        Log.say(array.getClass().getSimpleName() + "[" + index + "] = " + value);
    }

    @AfterReturning(pointcut = "arrayget(int) && withincode(* arrays(..))", returning = "value")
    public void loads(JoinPoint.StaticPart place, int value) {
        Log.say(place + " gave " + value);
    }

    @Before("volatileset(* *) && args(value)")
    public void sets(Object value) {
        Log.say("volatile = " + value);
    }

    @AfterReturning(pointcut = "volatileget(* *) && maybeShared()", returning = "value")
    public void gets(Object value) {
        Log.say("volatile is " + value);
    }

    @Before("fork() && target(thread)")
    public void forks(Thread thread) {
        Log.say("fork " + thread.getName());
    }

    @AfterReturning("join() && target(thread)")
    public void joins(Thread thread) {
        Log.say("join " + thread.getName());
    }

    @AfterReturning(pointcut = "get(* cells) && target(main) && withincode(* overwritten(..))", returning = "cells")
    public void reads(Main main, int[] cells) {
        Log.say("cells of " + cells.length);
    }

    @Before("handler(RuntimeException+) && args(problem) && withincode(* oneClause(..))")
    public void handles(RuntimeException problem, JoinPoint.StaticPart place) {
        Log.say(place + " got " + problem.getClass().getSimpleName());
    }
}
